import { isTooSlow, isTransientFailure } from '../../failures.js';
import type { LiveChange, ProjectedEvent, Projection, ProjectionClient } from '../projection.js';
import { park } from './dead-letters.js';
import { parkingReason } from './parking-reason.js';

/** A projection with the name of its checkpoint and dead letters, and its parked streams. */
export interface ProjectionTarget {
  readonly projection: Projection;
  readonly reader: string;
  readonly parkedStreams: Set<string>;
}

/**
 * How a batch is applied. `together`: any failure ends the caller's transaction. `apart`: a batch that fails is applied event by
 * event to find the failing one. Its stream is parked for this projection, and all others continue.
 */
export type ApplyMode = 'together' | 'apart';

/**
 * Applies one batch to one projection inside the caller's transaction.
 * @throws temporary failures (database unavailable, deadlock): the caller retries the whole batch.
 */
export async function applyBatch(
  client: ProjectionClient,
  { projection, reader, parkedStreams }: ProjectionTarget,
  batch: readonly ProjectedEvent[],
  applying: ApplyMode,
): Promise<readonly LiveChange[]> {
  const handled = batch.filter((event) => projection.handles.includes(event.type));
  const parked = handled.filter((event) => parkedStreams.has(event.stream));
  for (const event of parked) await park(client, reader, event, 'An earlier event of this stream is parked.');
  const events = handled.filter((event) => !parkedStreams.has(event.stream));
  if (events.length === 0) return [];
  if (applying === 'together') return projection.apply(client, events);
  try {
    return await inSavepoint(client, () => projection.apply(client, events));
  } catch (error) {
    if (isPassing(error)) throw error;
    return applyOneByOne(client, { projection, reader, parkedStreams }, events);
  }
}

async function applyOneByOne(
  client: ProjectionClient,
  { projection, reader, parkedStreams }: ProjectionTarget,
  events: readonly ProjectedEvent[],
): Promise<readonly LiveChange[]> {
  const changes: LiveChange[] = [];
  for (const event of events) {
    if (parkedStreams.has(event.stream)) {
      await park(client, reader, event, 'An earlier event of this stream is parked.');
      continue;
    }
    try {
      changes.push(...(await inSavepoint(client, () => projection.apply(client, [event]))));
    } catch (error) {
      if (isPassing(error)) throw error;
      await park(client, reader, event, parkingReason(error));
      parkedStreams.add(event.stream);
    }
  }
  return changes;
}

/** A statement that is too slow even with the long limit of this mode would be so in every further try. */
const isPassing = (error: unknown): boolean => isTransientFailure(error) && !isTooSlow(error);

async function inSavepoint<T>(client: ProjectionClient, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint projection');
  try {
    const result = await work();
    await client.query('release savepoint projection');
    return result;
  } catch (error) {
    await client.query('rollback to savepoint projection');
    throw error;
  }
}
