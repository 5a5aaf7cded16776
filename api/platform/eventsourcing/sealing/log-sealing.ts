import { Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { newestSecret } from '../../../config-settings.js';
import { CONFIG, type Config } from '../../../config.js';
import { POOL } from '../../database/pool.js';
import { FaultLog } from '../../ops/fault-log.js';
import { Metrics } from '../../ops/metrics.js';
import { LOG, type Log } from '../log.js';
import { Leadership } from '../projecting/leadership.js';
import type { Seal } from './seal.js';
import { anchorOf, type SealAnchor } from './seal-anchor.js';
import { SealAnchoring } from './seal-anchoring.js';
import { runSealer } from './sealer.js';

/**
 * Seals the log on the leader. Each head is also written outside the database, to the structured log and as an anchor.
 * `audit verify` uses them to detect that events were removed from the end together with their seals.
 */
@Injectable()
export class LogSealing {
  private readonly faults = new FaultLog(new Logger(LogSealing.name));
  /** When all events were last known to be sealed, or a seal was made; undefined while this node does not lead. */
  private sealedAt: number | undefined;

  constructor(
    @Inject(POOL) pool: Pool,
    @Inject(LOG) log: Log,
    @Inject(CONFIG) { secrets }: Config,
    private readonly host: HttpAdapterHost,
    anchoring: SealAnchoring,
    leadership: Leadership,
    metrics: Metrics,
  ) {
    metrics.gauge('ready_room_unsealed_seconds', (gauge) => {
      if (this.sealedAt === undefined) gauge.remove();
      else gauge.set((performance.now() - this.sealedAt) / 1_000);
    });
    leadership.addTask(async (leaderEpoch, signal) => {
      const began = performance.now();
      const options = {
        pool,
        digests: log.digests,
        key: newestSecret(secrets.AUDIT_KEY!),
        onSealed: (seal: Seal, name: string) => this.recordSeal(anchorOf(name, seal), seal.events),
        onNewest: (seal: Seal, name: string) => {
          // A new leader continues the time without a seal, instead of starting at zero.
          if (this.sealedAt === began) this.sealedAt = began - Math.max(0, Date.now() - seal.sealedAt.getTime());
          anchoring.offer(anchorOf(name, seal));
        },
        onIdle: () => this.isSealed(),
        onError: (error: unknown) => this.faults.report(error),
      };
      this.sealedAt = began;
      await Promise.all([anchoring.run(signal), runSealer(options, leaderEpoch, signal)]);
      this.sealedAt = undefined;
    });
  }

  private isSealed(): void {
    this.sealedAt = performance.now();
  }

  /** Uses Fastify's logger, because Nest's has no level for messages that are always logged and are not faults. */
  private recordSeal(seal: SealAnchor, events: number): void {
    this.isSealed();
    const { log } = this.host.httpAdapter.getInstance<{ log: FastifyBaseLogger }>();
    log.info({ ...seal, events }, 'the log was sealed');
  }
}
