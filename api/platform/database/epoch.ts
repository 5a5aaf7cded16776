import type { ClientBase, Pool } from 'pg';

/**
 * Opens epoch 1 in a new database. Opens the next epoch when the server is on another timeline than at the last one (a standby
 * was promoted, or a recovery ended at a point in time), or when the log was restored into another cluster. Events of the new
 * epoch sort behind all that the log holds. Read models get a generation that no client knows, because clients may hold rows
 * the log has lost, and the current leader is fenced. Safe to run at any time and by several nodes at once.
 * @returns the name of the current epoch, unique among all copies of this database
 * @throws the driver's error 57P03 when the server is a standby
 */
export async function enterEpoch(client: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await client.query<{ epoch: string }>('select log.enter_epoch() as epoch');
  return rows[0]!.epoch;
}

/**
 * Makes the next {@link enterEpoch} open a new epoch, in whatever cluster: what the log holds comes from a backup.
 * To be called in a transaction.
 */
export async function closeEpoch(client: ClientBase): Promise<void> {
  await client.query('update log.epochs set system_identifier = 0 where epoch = (select max(epoch) from log.epochs)');
}

/**
 * Where generations of read models begin in the newest epoch: at the second it was opened, so that no two restores of the same
 * backup have one in common. In a log that was never restored they count from 1.
 */
export const GENERATION_OF_NEWEST_EPOCH = `(
  select case when epoch = 1 then 1 else extract(epoch from opened_at)::bigint end
  from log.epochs order by epoch desc limit 1)`;
