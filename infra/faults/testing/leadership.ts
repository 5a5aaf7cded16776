import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ClusterNode } from '../../local-cluster/cluster-node.js';
import { ask } from './under-fault.js';

const LOOK_EVERY_MS = 25;
const PATIENCE_MS = 30_000;

/** The number of the leadership that holds now, or held last. */
export const epochOf = (databaseUrl: string): Promise<number> =>
  ask(databaseUrl, "select epoch as n from plain.leases where name = 'projector'");

/** Seconds until somebody leads after `epoch` and has written to the read models. The database has to answer. */
export async function newLeaderAfter(databaseUrl: string, epoch: number): Promise<number> {
  const began = performance.now();
  const isThere = `select count(*) as n from plain.checkpoints c
                   join plain.live_changes l on l.sequence >= c.sequence
                   where c.reader = 'projector' and c.leader_epoch > $1`;
  const before = await ask(databaseUrl, 'select coalesce(max(sequence), 0) as n from plain.live_changes');
  const written = `${isThere} and l.sequence > $2`;
  while ((await ask(databaseUrl, written, [epoch, before])) === 0) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('Nobody leads and projects.');
    await pause(LOOK_EVERY_MS);
  }
  return (performance.now() - began) / 1_000;
}

/**
 * Stops a process in the middle of writing a batch of the read models: a question of its transaction waits for a table that is
 * locked, and is answered when the process hears nothing any more. What it writes next, it writes when it wakes up.
 *
 * @param happen makes an event of a stream that has several
 */
export async function stopWhileItWrites(
  superuserUrl: string,
  node: ClusterNode,
  happen: () => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table plain.stream_heads in access exclusive mode');
    await happen();
    const waiting = `select count(*) as n from pg_stat_activity
                     where application_name = $1 and wait_event_type = 'Lock' and query like '%plain.stream_heads%'`;
    const givesUpAt = performance.now() + PATIENCE_MS;
    while ((await ask(superuserUrl, waiting, [node.name])) === 0) {
      if (performance.now() > givesUpAt) throw new Error(`${node.name} does not write.`);
      await pause(LOOK_EVERY_MS);
    }
    node.hold();
    await client.query('rollback');
  } finally {
    await client.end();
  }
}
