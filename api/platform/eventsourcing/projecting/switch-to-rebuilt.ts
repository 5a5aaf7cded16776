import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.js';
import { formatPosition } from '../message.js';
import type { Projection, ProjectionClient } from '../projection.js';
import type { ProjectionTarget } from './apply-batch.js';
import { type Checkpoint, createCheckpoints, Fenced } from './checkpoints.js';
import { moveRebuiltTables, pointViews, readerOf } from './projection-tables.js';
import { PROJECTOR } from './write-batch.js';

/** Name of a projection's checkpoint during a rebuild. */
export const rebuildReaderOf = (projection: Projection): string => `rebuild:${readerOf(projection)}`;

/**
 * Replaces the live tables by the rebuilt ones in one transaction: tables, views, checkpoint and dead letters. The new generation
 * makes watchers load everything again. Both must have the same position.
 * @throws Fenced when another node has become the leader, or a new request has discarded this rebuild.
 */
export function switchToRebuilt(
  pool: Pool,
  targets: readonly ProjectionTarget[],
  leaderEpoch: bigint,
  live: Checkpoint,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'select 1 from plain.checkpoints where reader = $1 and position = $2 and leader_epoch = $3 for update',
      [PROJECTOR, formatPosition(live.position), leaderEpoch.toString()],
    );
    if (rowCount !== 1) throw new Fenced(PROJECTOR);
    for (const { projection } of targets) {
      const [reader, rebuildReader] = [readerOf(projection), rebuildReaderOf(projection)];
      await moveRebuiltTables(client, projection);
      await pointViews(client, projection);
      const { rowCount: kept } = await client.query('delete from plain.checkpoints where reader = $1', [rebuildReader]);
      if (kept !== 1) throw new Fenced(rebuildReader);
      await client.query('delete from plain.checkpoints where reader = $1', [reader]);
      await createCheckpoints(client, [reader], leaderEpoch, live);
      // Deletes those of all versions: the newer version has processed what an older one could not.
      await client.query('delete from plain.dead_letters where reader ~ $1', [`^${projection.name}_v[0-9]+$`]);
      await client.query('update plain.dead_letters set reader = $1 where reader = $2', [reader, rebuildReader]);
      await client.query(
        `update plain.projections
         set live_version = $2, announced_version = null, generation = generation + 1, rebuild_requested_at = null
         where name = $1`,
        [projection.name, projection.version],
      );
      await retireReplaced(client, projection);
    }
  });
}

/**
 * Removes read models that a rebuilt one replaces from the readers of the log. They are kept as requested rebuilds, so that an earlier build
 * that serves again builds them anew.
 */
async function retireReplaced(client: ProjectionClient, { replaces = [] }: Projection): Promise<void> {
  if (replaces.length === 0) return;
  const readers = replaces.map((name) => `^(rebuild:)?${name}_v[0-9]+$`);
  await client.query('delete from plain.checkpoints where reader ~ any ($1)', [readers]);
  await client.query('delete from plain.dead_letters where reader ~ any ($1)', [readers]);
  await client.query('update plain.projections set rebuild_requested_at = now() where name = any ($1)', [replaces]);
}
