import { Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { newestSecret } from '../../../config-settings.js';
import { CONFIG, type Config } from '../../../config.js';
import { POOL } from '../../database/pool.js';
import { FaultLog } from '../../ops/fault-log.js';
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

  constructor(
    @Inject(POOL) pool: Pool,
    @Inject(LOG) log: Log,
    @Inject(CONFIG) { secrets }: Config,
    private readonly host: HttpAdapterHost,
    leadership: Leadership,
  ) {
    leadership.addTask((leaderEpoch, signal) =>
      runSealer(
        {
          pool,
          digests: log.digests,
          key: newestSecret(secrets.AUDIT_KEY!),
          onSealed: (seal) => this.note(seal),
          onError: (error) => this.faults.report(error),
        },
        leaderEpoch,
        signal,
      ),
    );
  }

  /** Nest's own logger has no level for what is always said and never a fault. */
  private note({ number, events, total, head }: Seal): void {
    const { log } = this.host.httpAdapter.getInstance<{ log: FastifyBaseLogger }>();
    log.info({ seal: number, head: head.toString('hex'), events, total }, 'the log was sealed');
  }
}
