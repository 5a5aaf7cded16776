import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.js';
import type { EventStore } from '../event-store.js';
import { LOG_START } from '../message.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import type { Projection, ProjectionClient } from '../projection.js';
import type { ProjectionTarget } from './apply-batch.js';
import {
  type Checkpoint,
  createCheckpoints,
  fenceOlderLeaders,
  loadCheckpoint,
  lockCheckpoint,
  LogChanged,
} from './checkpoints.js';
import { loadParkedStreams } from './dead-letters.js';
import { createTables } from './projection-tables.js';
import { rebuildReaderOf } from './switch-to-rebuilt.js';
import { PROJECTOR } from './write-batch.js';

/** A read model in the schema `rebuild`, and the position that its rows have reached. */
export interface RebuildTarget extends ProjectionTarget {
  readonly checkpoint: Checkpoint;
}

/**
 * Prepares tables and checkpoints of a rebuild. A projection whose rebuild was interrupted continues from its stored checkpoint, with
 * the events that it has parked. All others start with empty tables.
 * @param live progress of the live projector, which no rebuild may be ahead of
 * @throws Fenced when another node has become the leader.
 */
export async function beginRebuild(
  pool: Pool,
  store: EventStore,
  projections: readonly Projection[],
  leaderEpoch: bigint,
  live: Checkpoint,
): Promise<readonly RebuildTarget[]> {
  const stored = new Map<Projection, Checkpoint>();
  for (const projection of projections) {
    const checkpoint = await resumableCheckpoint(pool, store, projection, live);
    if (checkpoint) stored.set(projection, checkpoint);
  }
  await inTransaction(pool, async (client) => {
    // An older leader that resumes after a pause would otherwise drop the tables that the present leader is filling.
    await lockCheckpoint(client, PROJECTOR, leaderEpoch);
    await fenceOlderLeaders(client, leaderEpoch);
    for (const projection of projections) if (!stored.has(projection)) await startOver(client, projection, leaderEpoch);
  });
  const targets: RebuildTarget[] = [];
  for (const projection of projections) {
    const reader = rebuildReaderOf(projection);
    const checkpoint = stored.get(projection) ?? { position: LOG_START, sequence: 0 };
    targets.push({
      projection: asRebuilt(projection),
      reader,
      parkedStreams: await loadParkedStreams(pool, reader),
      checkpoint,
    });
  }
  return targets;
}

function asRebuilt(projection: Projection): Projection {
  const { rebuilding } = projection;
  return rebuilding ? { ...projection, apply: (client, events) => rebuilding.apply(client, events) } : projection;
}

/** Returns undefined when the rebuild must start over: it is new, or the log or the database was restored to an earlier point. */
async function resumableCheckpoint(
  pool: Pool,
  store: EventStore,
  projection: Projection,
  live: Checkpoint,
): Promise<Checkpoint | undefined> {
  try {
    const checkpoint = await loadCheckpoint(pool, store, rebuildReaderOf(projection));
    const isStarted = checkpoint.sequence > 0 && checkpoint.sequence <= live.sequence;
    return isStarted && (await hasTables(pool, projection)) ? checkpoint : undefined;
  } catch (error) {
    if (error instanceof LogChanged || error instanceof LogNotRecognized) return undefined;
    throw error;
  }
}

async function hasTables(client: ProjectionClient, { tables }: Projection): Promise<boolean> {
  const { rows } = await client.query<{ complete: boolean }>(
    `select bool_and(to_regclass('rebuild.' || name) is not null) as complete from unnest($1::text[]) as t (name)`,
    [tables],
  );
  return rows[0]!.complete;
}

async function startOver(client: ProjectionClient, projection: Projection, leaderEpoch: bigint): Promise<void> {
  const reader = rebuildReaderOf(projection);
  await createTables(client, projection, 'rebuild');
  await client.query('delete from plain.checkpoints where reader = $1', [reader]);
  await client.query('delete from plain.dead_letters where reader = $1', [reader]);
  await createCheckpoints(client, [reader], leaderEpoch);
}
