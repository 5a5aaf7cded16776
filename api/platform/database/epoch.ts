import type { ClientBase, Pool } from 'pg';

/**
 * Opens the next epoch of the log if one is needed, and returns the current epoch. Opens epoch 1 in a new database. Opens the next
 * epoch when the server has changed its timeline (a standby was promoted, or a recovery ended at a point in time), or when the log
 * was restored into another cluster. Events of the new epoch sort after all earlier events. Read models get a generation that no
 * client knows, because clients may show rows whose events are lost. The current leader is fenced. Safe to run at any time and on
 * several nodes at once.
 * @returns the name of the current epoch, unique among all copies of this database
 * @throws the driver's error 57P03 when the server is a standby
 */
export async function enterEpoch(client: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await client.query<{ epoch: string }>('select log.enter_epoch() as epoch');
  return rows[0]!.epoch;
}

/**
 * Makes the next {@link enterEpoch} open a new epoch in any cluster, because the events come from a backup.
 * Must be called in a transaction.
 */
export async function closeEpoch(client: ClientBase): Promise<void> {
  await client.query('update log.epochs set system_identifier = 0 where epoch = (select max(epoch) from log.epochs)');
}

/**
 * SQL for the first generation of read models in the newest epoch: the time at which the epoch was opened, in Unix seconds, so that
 * two restores of the same backup never share a generation. In epoch 1, generations count from 1.
 */
export const GENERATION_OF_NEWEST_EPOCH = `(
  select case when epoch = 1 then 1 else extract(epoch from opened_at)::bigint end
  from log.epochs order by epoch desc limit 1)`;
