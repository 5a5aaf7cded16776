import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.js';
import type { RecordedEvent } from '../message.js';
import type { LiveChange, ProjectedEvent, ProjectionClient } from '../projection.js';
import { applyBatch, type ProjectionTarget } from './apply-batch.js';
import { advanceCheckpoints, type Checkpoint } from './checkpoints.js';
import { type ProjectionSchema, useSchema } from './projection-tables.js';
import { assertContiguous } from './stream-heads.js';

/** The checkpoint of the projector itself; it numbers the events. */
export const PROJECTOR = 'projector';

export interface BatchToWrite<E extends RecordedEvent = RecordedEvent> {
  readonly events: readonly E[];
  readonly from: Checkpoint;
  readonly targets: readonly ProjectionTarget[];
  readonly leaderEpoch: bigint;
}

/** True for streams that hold one event by design. */
export type SingleEventStreams = (stream: string) => boolean;

/** Live: read-model rows, checkpoints and what watchers must read again, in one fenced transaction. */
export function writeLiveBatch(pool: Pool, batch: BatchToWrite, single: SingleEventStreams): Promise<Checkpoint> {
  return inTransaction(pool, async (client) => {
    await client.query('set local synchronous_commit = off');
    const fresh = await assertContiguous(client, batch.events, single);
    const changes = await project(client, batch.targets, numbered(fresh, batch.from.sequence), 'read');
    const last = batch.events.at(-1)!;
    const checkpoint = { position: last.position, sequence: batch.from.sequence + fresh.length };
    const readers = [PROJECTOR, ...batch.targets.map(({ reader }) => reader)];
    await advanceCheckpoints(client, readers, batch.leaderEpoch, batch.from, { ...checkpoint, last });
    await recordChanges(client, { sequence: checkpoint.sequence, recordedAt: batch.events[0]!.recordedAt }, changes);
    return checkpoint;
  });
}

/** A rebuild: the same rows beside the live ones; it pushes nothing and moves only its own checkpoints. */
export function writeRebuildBatch(pool: Pool, batch: BatchToWrite<ProjectedEvent>): Promise<Checkpoint> {
  return inTransaction(pool, async (client) => {
    // Rows and checkpoint are lost together at the worst, and are then written once more.
    await client.query('set local synchronous_commit = off');
    await project(client, batch.targets, batch.events, 'rebuild');
    const last = batch.events.at(-1)!;
    const checkpoint = { position: last.position, sequence: last.sequence };
    const readers = batch.targets.map(({ reader }) => reader);
    await advanceCheckpoints(client, readers, batch.leaderEpoch, batch.from, { ...checkpoint, last });
    return checkpoint;
  });
}

/** Counts on from the events that are projected already. */
export const numbered = (events: readonly RecordedEvent[], projected: number): ProjectedEvent[] =>
  events.map((event, index) => ({ ...event, sequence: projected + index + 1 }));

async function project(
  client: ProjectionClient,
  targets: readonly ProjectionTarget[],
  events: readonly ProjectedEvent[],
  schema: ProjectionSchema,
): Promise<LiveChange[]> {
  await useSchema(client, schema);
  const changes: LiveChange[] = [];
  for (const target of targets) changes.push(...(await applyBatch(client, target, events)));
  return changes;
}

async function recordChanges(
  client: ProjectionClient,
  { sequence, recordedAt }: { sequence: number; recordedAt: string },
  changes: readonly LiveChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await client.query(
    `insert into plain.live_changes (sequence, recorded_at, topic, id)
     select $1, $2, topic, id from jsonb_to_recordset($3) as c (topic text, id text) on conflict do nothing`,
    [sequence, recordedAt, JSON.stringify(changes)],
  );
}
