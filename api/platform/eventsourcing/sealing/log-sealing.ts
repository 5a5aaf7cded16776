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
import { runSealer } from './sealer.js';

/**
 * Has the leader seal the log. Each head also goes into the structured log, that is out of the database: who cuts off
 * events together with their seals is found out by the heads noted there.
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
    leadership: Leadership,
    metrics: Metrics,
  ) {
    metrics.gauge('ready_room_unsealed_seconds', (gauge) => {
      if (this.sealedAt === undefined) gauge.remove();
      else gauge.set((performance.now() - this.sealedAt) / 1_000);
    });
    leadership.addTask(async (leaderEpoch, signal) => {
      const options = {
        pool,
        digests: log.digests,
        key: newestSecret(secrets.AUDIT_KEY!),
        onSealed: (seal: Seal) => this.note(seal),
        onNothingWaiting: () => this.isSealed(),
        onError: (error: unknown) => this.faults.report(error),
      };
      this.isSealed();
      await runSealer(options, leaderEpoch, signal);
      this.sealedAt = undefined;
    });
  }

  private isSealed(): void {
    this.sealedAt = performance.now();
  }

  /** Nest's own logger has no level for what is always said and never a fault. */
  private note({ number, events, total, head }: Seal): void {
    this.isSealed();
    const { log } = this.host.httpAdapter.getInstance<{ log: FastifyBaseLogger }>();
    log.info({ seal: number, head: head.toString('hex'), events, total }, 'the log was sealed');
  }
}
