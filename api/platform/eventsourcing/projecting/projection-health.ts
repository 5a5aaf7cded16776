import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../../config.js';
import { POOL } from '../../database/pool.js';
import { Dependencies } from '../../ops/dependencies.js';
import { type CheckResult, ReadinessChecks } from '../../ops/readiness-checks.js';
import { EVENT_STORE, type EventStore } from '../event-store.js';
import { listDeadLetters } from './dead-letters.js';
import { Progress } from './progress.js';
import { ServedVersions } from './served-versions.js';

/** Lag of the read models behind the log from which on readiness reports it to operators. */
const TOLERATED_LAG_MS = 500;

/**
 * Reports the readiness of the read models. Degraded when streams are parked or the read models are behind the log. Down on an http
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
    const behind = !(await this.progress.waitFor(await this.store.head(), TOLERATED_LAG_MS));
    if (parked.length === 0 && !behind) return { status: 'up' };
    return { status: 'degraded', detail: { behind, parked } };
  }
}
