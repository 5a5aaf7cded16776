import type { Pool } from 'pg';
import { StartError } from '../../database/start-error.js';
import type { EventStore } from '../event-store.js';
import type { ProjectionTarget } from './apply-batch.js';
import { createCheckpoints, fenceOlderLeaders, loadCheckpoint } from './checkpoints.js';
import { loadParkedStreams } from './dead-letters.js';
import { LEADER_LEASE, Lease } from './lease.js';
import { PrefetchingReader } from './prefetching-reader.js';
import type { ProjectionSet } from './projection-set.js';
import { readerOf } from './projection-tables.js';
import { PROJECTOR, type SingleEventStreams, writeLiveBatch } from './write-batch.js';

const BATCH = 1_000;
const RENEW_EVERY_MS = 1_000;

export interface WholeLog {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly projections: ProjectionSet;
  readonly isSingleEventStream: SingleEventStreams;
  /** Called after each batch with the events projected so far. */
  readonly onProgress?: (events: number) => void;
}

/**
 * Builds all read models of a restored database before any node serves them. When this is interrupted, the next start of the
 * platform continues from the checkpoint.
 * @returns the number of events
 * @throws StartError when the platform already leads on this database, because it builds the read models itself
 */
export async function projectWholeLog({
  pool,
  store,
  projections,
  isSingleEventStream,
  onProgress,
}: WholeLog): Promise<number> {
  await projections.prepare(pool);
  const lease = new Lease(pool, LEADER_LEASE, 'restore');
  const leaderEpoch = await lease.acquire();
  if (leaderEpoch === undefined)
    throw new StartError('The platform was started meanwhile and builds the read models itself.');
  try {
    await fenceOlderLeaders(pool, leaderEpoch);
    await createCheckpoints(pool, [PROJECTOR], leaderEpoch);
    let checkpoint = await loadCheckpoint(pool, store, PROJECTOR);
    const live = await projections.live(pool);
    await createCheckpoints(pool, live.map(readerOf), leaderEpoch, checkpoint);
    const targets: ProjectionTarget[] = [];
    for (const projection of live) {
      const reader = readerOf(projection);
      targets.push({ projection, reader, parkedStreams: await loadParkedStreams(pool, reader) });
    }
    const log = new PrefetchingReader(store.readAll(checkpoint.position), BATCH);
    let renewedAt = performance.now();
    for (let events = await log.next(); events.length > 0; events = await log.next()) {
      checkpoint = await writeLiveBatch(pool, { events, from: checkpoint, targets, leaderEpoch }, isSingleEventStream);
      onProgress?.(checkpoint.sequence);
      if (performance.now() - renewedAt < RENEW_EVERY_MS) continue;
      await lease.renew(leaderEpoch);
      renewedAt = performance.now();
    }
    // These read models have had no watchers, so there are no changes to send.
    await pool.query('delete from plain.live_changes');
    return checkpoint.sequence;
  } finally {
    await lease.release(leaderEpoch);
  }
}
