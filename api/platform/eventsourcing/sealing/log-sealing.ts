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
 * Seals the log on the leader. Each head also leaves the database, in the structured log and as an anchor: with them
 * `audit verify` detects that events were cut off together with their seals.
 */
@Injectable()
export class LogSealing {
  private readonly faults = new FaultLog(new Logger(LogSealing.name));
  /** When the log was last seen sealed to its end, or up to a new seal; undefined while this node does not lead. */
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
        onSealed: (seal: Seal, name: string) => this.note(anchorOf(name, seal), seal.events),
        onNewest: (seal: Seal, name: string) => {
          // A change of leader does not hide how long nothing was sealed.
          if (this.sealedAt === began) this.sealedAt = began - Math.max(0, Date.now() - seal.sealedAt.getTime());
          anchoring.offer(anchorOf(name, seal));
        },
        onNothingWaiting: () => this.isSealed(),
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

  /** Nest's own logger has no level for what is always said and never a fault. */
  private note(seal: SealAnchor, events: number): void {
    this.isSealed();
    const { log } = this.host.httpAdapter.getInstance<{ log: FastifyBaseLogger }>();
    log.info({ ...seal, events }, 'the log was sealed');
  }
}
