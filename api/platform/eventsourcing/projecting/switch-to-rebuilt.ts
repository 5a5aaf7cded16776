import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.js';
import type { Projection, ProjectionClient } from '../projection.js';
import type { ProjectionTarget } from './apply-batch.js';
import { type Checkpoint, createCheckpoints, lockCheckpoint } from './checkpoints.js';
import { moveRebuiltTables, pointViews, readerOf } from './projection-tables.js';
import { PROJECTOR } from './write-batch.js';

/** Name of a projection's checkpoint during a rebuild. */
export const rebuildReaderOf = (projection: Projection): string => `rebuild:${readerOf(projection)}`;

/**
 * Replaces the live tables by the rebuilt ones in one transaction: tables, views, checkpoint and dead letters. The new generation
 * makes watchers load everything again. Both must have the same position.
 * @throws Fenced when they do not, another node has become the leader, or a new request has discarded this rebuild.
 */
export function switchToRebuilt(
  pool: Pool,
  targets: readonly ProjectionTarget[],
  leaderEpoch: bigint,
  live: Checkpoint,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockCheckpoint(client, PROJECTOR, leaderEpoch, live);
    for (const { projection } of targets) {
      const [reader, rebuildReader] = [readerOf(projection), rebuildReaderOf(projection)];
      // A crash of the database may have set the rebuilt tables back.
      await lockCheckpoint(client, rebuildReader, leaderEpoch, live);
      await moveRebuiltTables(client, projection);
      await pointViews(client, projection);
      await client.query('delete from plain.checkpoints where reader = any ($1)', [[rebuildReader, reader]]);
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
