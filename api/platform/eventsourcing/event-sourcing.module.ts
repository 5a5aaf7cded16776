import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Pool } from 'pg';
import { Hints } from '../database/hints.js';
import { POOL } from '../database/pool.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { Commands } from './commands.js';
import { EVENT_STORE } from './event-store.js';
import { PostgresEventStore } from './postgres/postgres-event-store.js';
import { listDeadLetters } from './projecting/dead-letters.js';
import { Leadership, SINGLE_EVENT_STREAMS } from './projecting/leadership.js';
import { Progress } from './projecting/progress.js';
import { ProjectionSet } from './projecting/projection-set.js';
import { ReactorRegistry } from './projecting/reactor-registry.js';
import type { SingleEventStreams } from './projecting/write-batch.js';
import type { Projection } from './projection.js';
import { ReadAfterInterceptor } from './read-after.interceptor.js';

export interface EventSourcingOptions {
  readonly projections: readonly Projection[];
  /** Streams that hold one event by design, see `projecting/stream-heads.ts`. */
  readonly isSingleEventStream: SingleEventStreams;
}

/** The log, what is folded from it, and who folds. */
@Module({})
export class EventSourcingModule implements OnModuleInit {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly projections: ProjectionSet,
    private readonly checks: ReadinessChecks,
  ) {}

  static forRoot({ projections, isSingleEventStream }: EventSourcingOptions): DynamicModule {
    return {
      module: EventSourcingModule,
      global: true,
      providers: [
        {
          provide: EVENT_STORE,
          inject: [POOL, Hints],
          useFactory: (pool: Pool, hints: Hints) => new PostgresEventStore(pool, hints),
        },
        { provide: ProjectionSet, useValue: new ProjectionSet(projections) },
        { provide: SINGLE_EVENT_STREAMS, useValue: isSingleEventStream },
        { provide: APP_INTERCEPTOR, useClass: ReadAfterInterceptor },
        Commands,
        Leadership,
        Progress,
        ReactorRegistry,
      ],
      exports: [EVENT_STORE, ProjectionSet, Commands, Leadership, Progress, ReactorRegistry],
    };
  }

  /** Before anything is bootstrapped: the leader must find the tables. */
  async onModuleInit(): Promise<void> {
    await this.projections.prepare(this.pool);
    this.checks.register('projections', async () => {
      const parked = await listDeadLetters(this.pool);
      return parked.length === 0 ? { status: 'up' } : { status: 'degraded', detail: parked };
    });
  }
}
