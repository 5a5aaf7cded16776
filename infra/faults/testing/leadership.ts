import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode } from '../../local-cluster/cluster-node.js';
import { queryNumber } from './under-fault.js';

const LOOK_EVERY_MS = 25;
const PATIENCE_MS = 30_000;

/** Returns the number of the current or last leadership. */
export const epochOf = (databaseUrl: string): Promise<number> =>
  queryNumber(databaseUrl, "select epoch as n from plain.leases where name = 'projector'");

/** Returns the seconds until a worker leads after `epoch` and has written to the read models. The database must answer. */
export async function newLeaderAfter(databaseUrl: string, epoch: number): Promise<number> {
  const began = performance.now();
  const LEADER_EXISTS = `select count(*) as n from plain.checkpoints c
                   join plain.live_changes l on l.sequence >= c.sequence
                   where c.reader = 'projector' and c.leader_epoch > $1`;
  const before = await queryNumber(databaseUrl, 'select coalesce(max(sequence), 0) as n from plain.live_changes');
  const written = `${LEADER_EXISTS} and l.sequence > $2`;
  while ((await queryNumber(databaseUrl, written, [epoch, before])) === 0) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('There is no leader that projects.');
    await pause(LOOK_EVERY_MS);
  }
  return (performance.now() - began) / 1_000;
}

/** Finds sessions of a node in a transaction that has read but not yet written. Suspending one that has written would block the others. */
const ABOUT_TO_WRITE = `
  select count(*) filter (where backend_xid is null and query ~ '^(begin; set local|savepoint)') as n
  from pg_stat_activity where application_name = $1 and state = 'idle in transaction'
  having count(backend_xid) = 0`;

/**
 * Suspends a node in the middle of writing a batch of the read models. It performs its next write when it resumes. Tries random moments
 * until one is right.
 */
export async function holdWhileItWrites(superuserUrl: string, node: ClusterNode): Promise<void> {
  const givesUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    node.pause();
    await pause(LOOK_EVERY_MS);
    if ((await queryNumber(superuserUrl, ABOUT_TO_WRITE, [node.name])) > 0) return;
    node.resume();
    if (performance.now() > givesUpAt) throw new Error(`${node.name} does not write.`);
    await pause(Math.random() * LOOK_EVERY_MS);
  }
}
