import { setTimeout as delay } from 'node:timers/promises';
import type { Reads } from './reads.js';
import { UnusableReplica } from './replica-identity.js';

const LOOK_EVERY_MS = 50;

/** The end of the primary's WAL that a standby can receive, and the primary's time in Unix seconds. */
interface EndOfWal {
  readonly lsn: string;
  readonly now: number;
}

async function endOfWal(primary: Reads): Promise<EndOfWal> {
  const { rows } = await primary.query<EndOfWal>(
    'select pg_current_wal_flush_lsn()::text as lsn, extract(epoch from clock_timestamp())::float8 as now',
  );
  return rows[0]!;
}

/**
 * Returns how far a replica is behind: 0 when it has replayed the present WAL of the primary, otherwise the age of the newest replayed
 * commit in seconds by the primary's clock. Null when the replica has replayed no commit since its start.
 */
export async function lagOf(primary: Reads, replica: Reads): Promise<number | null> {
  const { lsn, now } = await endOfWal(primary);
  const { rows } = await replica.query<{ lag: number | null }>(
    `select case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
       else greatest($2::float8 - extract(epoch from pg_last_xact_replay_timestamp())::float8, 0) end as lag`,
    [lsn, now],
  );
  return rows[0]!.lag;
}

/** Waits until a replica has replayed everything that the primary has written by now. @throws UnusableReplica after `timeoutMs` */
export async function untilReplayed(primary: Reads, replica: Reads, timeoutMs: number): Promise<void> {
  const { lsn } = await endOfWal(primary);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { rows } = await replica.query<{ there: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
      [lsn],
    );
    if (rows[0]!.there) return;
    if (performance.now() > deadline)
      throw new UnusableReplica(`is more than ${timeoutMs / 1_000} s behind the primary`);
    await delay(LOOK_EVERY_MS);
  }
}
