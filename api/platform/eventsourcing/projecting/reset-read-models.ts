import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../database/transaction.js';
import type { EventStore } from '../event-store.js';
import { formatPosition, LOG_START, type LogPosition } from '../message.js';
import type { Projection, ProjectionClient } from '../projection.js';
import { Fenced } from './checkpoints.js';
import type { ProjectionSet } from './projection-set.js';
import { createTables, pointViews } from './projection-tables.js';
import { PROJECTOR } from './write-batch.js';

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
  const head = await store.head();
  await inTransaction(pool, (client) => emptyReadModels(client, projections, leaderEpoch, head));
  return true;
}

/**
 * Empties all read models inside the caller's transaction, so that they are built from the whole log, and moves the reactors to
 * `head`.
 * @throws Fenced when another node has become the leader.
 */
export async function emptyReadModels(
  client: PoolClient,
  projections: ProjectionSet,
  leaderEpoch: bigint,
  head: LogPosition,
): Promise<void> {
  const { rowCount } = await client.query(
    `update plain.checkpoints set position = $2, sequence = 0, event_id = null, stream = null, version = null
       where reader = $1 and leader_epoch = $3`,
    [PROJECTOR, formatPosition(LOG_START), leaderEpoch.toString()],
  );
  if (rowCount !== 1) throw new Fenced(PROJECTOR);
  await client.query("delete from plain.checkpoints where reader <> $1 and reader not like 'reactor:%'", [PROJECTOR]);
  await client.query(
    `update plain.checkpoints set position = $1, event_id = null, stream = null, version = null where reader like 'reactor:%'`,
    [formatPosition(head)],
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
