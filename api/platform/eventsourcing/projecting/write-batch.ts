import type { Pool, PoolClient } from 'pg';
import { isTooSlow, isTransientFailure } from '../../failures.js';
import { planningOnce } from '../../database/planning-once.js';
import { inTransaction } from '../../database/transaction.js';
import type { RecordedEvent } from '../message.js';
import type { LiveChange, ProjectedEvent, ProjectionClient } from '../projection.js';
import { applyBatch, type ApplyMode, type ProjectionTarget } from './apply-batch.js';
import { advanceCheckpoints, type Checkpoint, Fenced, lockCheckpoint } from './checkpoints.js';
import { pointingTo } from './projection-tables.js';
import { assertContiguous, StreamGap } from './stream-heads.js';

/** Name of the projector's checkpoint, whose sequence numbers the events. */
export const PROJECTOR = 'projector';

export interface BatchToWrite<E extends RecordedEvent = RecordedEvent> {
  readonly events: readonly E[];
  readonly from: Checkpoint;
  readonly targets: readonly ProjectionTarget[];
  readonly leaderEpoch: bigint;
  /** W3C trace context of the batch; undefined when its trace is not recorded. */
  readonly traceparent?: string | undefined;
}

/** Returns true for streams that contain one event by design. */
export type SingleEventStreams = (stream: string) => boolean;

/** A crash loses rows and checkpoint together at worst, and they are then written again. */
const ASYNCHRONOUS = 'set local synchronous_commit = off';
/** Forces index scans: plans are generic and made once, perhaps while tables are small, and every statement has a key to use. */
const ONE_PLAN = [
  'set local plan_cache_mode = force_generic_plan',
  'set local enable_seqscan = off',
  'set local enable_bitmapscan = off',
];

/**
 * Limit of a statement when a batch is applied apart, in milliseconds. One event can change all results of a course. Within the pool's
 * limit it might never be applied, and no read model would continue.
 */
const PATIENCE_MS = 120_000;
const PATIENT = `set local statement_timeout = ${PATIENCE_MS}`;
/** The server's limit is reached first. */
const limitOf = (applying: ApplyMode): number | undefined => (applying === 'apart' ? PATIENCE_MS + 500 : undefined);

/** Writes read-model rows, checkpoints and changes for watchers in one fenced transaction. */
export function writeLiveBatch(pool: Pool, batch: BatchToWrite, single: SingleEventStreams): Promise<Checkpoint> {
  const settings = [ASYNCHRONOUS, ...ONE_PLAN, pointingTo('read')];
  return write(pool, settings, async (connection, applying) => {
    // Caches plans, because for small batches planning costs more than execution.
    const client = planningOnce(connection, limitOf(applying));
    const fresh = await assertContiguous(client, batch.events, single).catch(async (error: unknown) => {
      // After a crash that has set the read models back, the events continue those in memory and not the stored ones.
      if (error instanceof StreamGap) await lockCheckpoint(client, PROJECTOR, batch.leaderEpoch, batch.from);
      throw error;
    });
    const changes = await project(client, batch.targets, numbered(fresh, batch.from.sequence), applying);
    const last = batch.events.at(-1)!;
    const checkpoint = { position: last.position, sequence: batch.from.sequence + fresh.length };
    const readers = [PROJECTOR, ...batch.targets.map(({ reader }) => reader)];
    const notification = { recordedAt: batch.events[0]!.recordedAt, traceparent: batch.traceparent, changes };
    await advanceCheckpoints(client, readers, batch.leaderEpoch, batch.from, { ...checkpoint, last }, notification);
    return checkpoint;
  });
}

const OF_REBUILD = [...ONE_PLAN, pointingTo('rebuild')];

/** Writes the rows of a rebuild beside the live ones. Sends no changes and advances only its own checkpoints. */
export function writeRebuildBatch(pool: Pool, batch: BatchToWrite<ProjectedEvent>): Promise<Checkpoint> {
  return write(pool, [ASYNCHRONOUS, ...OF_REBUILD], async (connection, applying) => {
    const client = planningOnce(connection, limitOf(applying));
    await project(client, batch.targets, batch.events, applying);
    const last = batch.events.at(-1)!;
    const checkpoint = { position: last.position, sequence: last.sequence };
    const readers = batch.targets.map(({ reader }) => reader);
    await advanceCheckpoints(client, readers, batch.leaderEpoch, batch.from, { ...checkpoint, last });
    return checkpoint;
  });
}

/**
 * Lets a rebuilt projection derive a portion of the rows that it left out. Returns false when none was left. Commits synchronously: no
 * checkpoint tells after a crash which portions were lost.
 * @throws Fenced when another node has become the leader, or a new request has discarded this rebuild.
 */
export async function finishRebuild(
  pool: Pool,
  { projection: { rebuilding }, reader }: ProjectionTarget,
  leaderEpoch: bigint,
): Promise<boolean> {
  if (!rebuilding) return false;
  return write(pool, OF_REBUILD, async (connection, applying) => {
    const client = planningOnce(connection, limitOf(applying));
    await lockCheckpoint(client, reader, leaderEpoch);
    return rebuilding.finish(client);
  });
}

/** Numbers events, starting after those already projected. */
export const numbered = (events: readonly RecordedEvent[], projected: number): ProjectedEvent[] =>
  events.map((event, index) => ({ ...event, sequence: projected + index + 1 }));

/**
 * Applies all projections together, and apart only after a failure. Savepoints cost two round trips per projection, and nearly
 * every batch succeeds. Statements may take longer then.
 */
async function write<T>(
  pool: Pool,
  settings: readonly string[],
  work: (client: PoolClient, applying: ApplyMode) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(pool, (client) => work(client, 'together'), settings);
  } catch (error) {
    const isPassing = isTransientFailure(error) && !isTooSlow(error);
    if (isPassing || error instanceof Fenced || error instanceof StreamGap) throw error;
    return inTransaction(pool, (client) => work(client, 'apart'), [...settings, PATIENT]);
  }
}

async function project(
  client: ProjectionClient,
  targets: readonly ProjectionTarget[],
  events: readonly ProjectedEvent[],
  applying: ApplyMode,
): Promise<LiveChange[]> {
  const types = new Set(events.map(({ type }) => type));
  const concerned = targets.filter(({ projection }) => projection.handles.some((type) => types.has(type)));
  const changes: LiveChange[] = [];
  for (const target of concerned) changes.push(...(await applyBatch(client, target, events, applying)));
  return changes;
}
