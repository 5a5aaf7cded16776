import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../../config.js';
import { POOL } from '../../database/pool.js';
import { Dependencies } from '../../ops/dependencies.js';
import { failureText, isTransientFailure } from '../../failures.js';
import { withinTime } from '../../within-time.js';
import { type CheckResult, ReadinessChecks } from '../../ops/readiness-checks.js';
import { EVENT_STORE, type EventStore } from '../event-store.js';
import type { LogPosition } from '../message.js';
import { listDeadLetters } from './dead-letters.js';
import { Progress } from './progress.js';
import { ServedVersions } from './served-versions.js';

/** Lag of the read models behind the log from which on readiness reports it to operators. */
const TOLERATED_LAG_MS = 500;
/** With the tolerated lag, below the second that a check may take. */
const LOG_ANSWERS_WITHIN_MS = 400;

/**
 * Reports the readiness of the read models. Degraded when streams are parked, the read models are behind the log, or a log in KurrentDB
 * does not answer. Down on an http
 * node while the read models belong to another build. A worker does not read them, so it is ready while the leader is of another
 * build. Workers can therefore be replaced one at a time.
 */
@Injectable()
export class ProjectionHealth implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly progress: Progress,
    private readonly versions: ServedVersions,
    private readonly checks: ReadinessChecks,
    private readonly dependencies: Dependencies,
  ) {}

  onModuleInit(): void {
    this.checks.register('projections', () => this.check());
    if (this.config.kurrentDb) this.dependencies.register('KurrentDB', () => this.store.head());
  }

  private async check(): Promise<CheckResult> {
    const versionRole = this.config.roles.includes('http') ? await this.versions.versionRole() : 'ours';
    if (versionRole === 'foreign') return { status: 'down', detail: 'The read models belong to another version.' };
    if (versionRole === 'leaving')
      return { status: 'down', detail: 'The read models of another version are about to serve.' };
    // A request that arrives now is answered as soon as the read models are switched.
    if (versionRole === 'coming') return { status: 'up' };
    const parked = await listDeadLetters(this.pool);
    const head = await this.headInTime();
    if (typeof head === 'string') return { status: 'degraded', detail: { log: head, parked } };
    const behind = !(await this.progress.waitFor(head, TOLERATED_LAG_MS));
    if (parked.length === 0 && !behind) return { status: 'up' };
    return { status: 'degraded', detail: { behind, parked } };
  }

  /**
   * Returns the head of the log, or why it does not answer. Only a log in KurrentDB can be away while the node serves every read. In
   * PostgreSQL, the database is away too.
   */
  private async headInTime(): Promise<LogPosition | string> {
    if (!this.config.kurrentDb) return this.store.head();
    try {
      return await withinTime(this.store.head(), LOG_ANSWERS_WITHIN_MS);
    } catch (error) {
      if (!isTransientFailure(error)) throw error;
      return failureText(error);
    }
  }
}
