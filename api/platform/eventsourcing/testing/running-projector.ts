import { LOG_CHANNEL } from '../../database/wake-ups.js';
import type { EventStore } from '../event-store.js';
import type { ProjectionSet } from '../projecting/projection-set.js';
import { Projector } from '../projecting/projector.js';
import type { PostgresNode } from './postgres-node.js';

export interface RunningProjector {
  readonly errors: readonly unknown[];
  stop(): Promise<void>;
}

/** Projects on a node until stopped. Streams of attempts have a single event by design. */
export function runProjector(
  { pool, hints, store: ownStore }: PostgresNode,
  projections: ProjectionSet,
  leaderEpoch: bigint,
  store: EventStore = ownStore,
  log: Pick<EventStore, 'readAll'> = store,
): RunningProjector {
  const stopped = new AbortController();
  const errors: unknown[] = [];
  const projector = new Projector({
    pool,
    store,
    log,
    projections,
    isSingleEventStream: (stream) => stream.startsWith('attempt-'),
    noticeMs: 0,
    onProjected: () => undefined,
    onError: (error) => errors.push(error),
  });
  const run = projector.run(leaderEpoch, stopped.signal).catch((error: unknown) => errors.push(error));
  return {
    errors,
    stop: async () => {
      stopped.abort();
      // ends its wait for more events
      hints.give(LOG_CHANNEL);
      await run;
    },
  };
}
