import type { Reads } from './reads.js';

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
