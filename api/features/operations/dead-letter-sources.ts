import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import type { DeadLetterSources } from './list-dead-letters.js';

/** Injection token of the {@link DeadLetterSources}. */
export const DEAD_LETTER_SOURCES = Symbol('DeadLetterSources');

/** Provides the sources. The queue is opened on demand, because a node that only serves HTTP otherwise needs none. */
export const deadLetterSources = {
  provide: DEAD_LETTER_SOURCES,
  inject: [POOL, EVENT_STORE, Jobs],
  useFactory: (pool: Pool, store: EventStore, jobs: Jobs): DeadLetterSources => ({
    pool,
    store,
    jobs: () => jobs.inspect(),
  }),
};
