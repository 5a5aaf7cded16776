import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../database/transaction.js';
import type { EventStore } from '../event-store.js';
import { formatPosition, LOG_START, type Recording } from '../message.js';
import type { Projection, ProjectionClient } from '../projection.js';
import { Fenced } from './checkpoints.js';
import type { ProjectionSet } from './projection-set.js';
import { createTables, pointViews } from './projection-tables.js';
import { PROJECTOR } from './write-batch.js';

/** The newest event of a log. Without its id, stream and version, the checkpoints moved to it can be used only with the same log. */
export type NewestEvent = Pick<Recording, 'position'> & Partial<Pick<Recording, 'eventId' | 'stream' | 'version'>>;

/**
 * Resets all read models after the log was restored to an earlier point than theirs. Their rows cannot be trusted, so they do not
 * serve during the rebuild. Reactors are moved to the end of the log, because they have already processed all of it. Returns false
 * unless the operator has requested a rebuild of every read model.
 * @throws Fenced when another node has become the leader.
 */
export async function resetReadModels(
  pool: Pool,
  store: EventStore,
  projections: ProjectionSet,
  leaderEpoch: bigint,
): Promise<boolean> {
  const asked = new Set((await projections.toRebuild(pool)).map(({ name }) => name));
  if (!projections.newest().every(({ name }) => asked.has(name))) return false;
  const newest = { position: await store.head() };
  await inTransaction(pool, (client) => emptyReadModels(client, projections, leaderEpoch, newest));
  return true;
}

/**
 * Empties all read models inside the caller's transaction, so that they are built from the whole log, and moves the reactors to
 * the newest event.
 * @throws Fenced when another node has become the leader.
 */
export async function emptyReadModels(
  client: PoolClient,
  projections: ProjectionSet,
  leaderEpoch: bigint,
  { position, eventId, stream, version }: NewestEvent,
): Promise<void> {
  const { rowCount } = await client.query(
    `update plain.checkpoints set position = $2, sequence = 0, event_id = null, stream = null, version = null
       where reader = $1 and leader_epoch = $3`,
    [PROJECTOR, formatPosition(LOG_START), leaderEpoch.toString()],
  );
  if (rowCount !== 1) throw new Fenced(PROJECTOR);
  await client.query("delete from plain.checkpoints where reader <> $1 and reader not like 'reactor:%'", [PROJECTOR]);
  await client.query(
    `update plain.checkpoints set position = $1, event_id = $2, stream = $3, version = $4 where reader like 'reactor:%'`,
    [formatPosition(position), eventId, stream, version],
  );
  await client.query("delete from plain.dead_letters where reader not like 'reactor:%'");
  await client.query('delete from plain.stream_heads');
  await client.query('delete from plain.live_changes');
  for (const projection of projections.newest()) await rebuildFromStart(client, projection);
}

async function rebuildFromStart(client: ProjectionClient, projection: Projection): Promise<void> {
  await createTables(client, projection, 'read');
  await pointViews(client, projection);
  await client.query(
    `update plain.projections set live_version = $2, generation = generation + 1, rebuild_requested_at = null where name = $1`,
    [projection.name, projection.version],
  );
}
