import type { ClientBase } from 'pg';

/**
 * Opens epoch 1 in a new database, and the next one when the log was restored into a cluster whose transaction ids are
 * behind those of its newest events; without it new events would sort before all history (reliability A.1, 5).
 * Runs under the migrator's advisory lock. Returns the current epoch.
 */
export async function openEpoch(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ epoch: number | null; same_cluster: boolean; behind: boolean }>(`
    select last.epoch,
           last.system_identifier = (select system_identifier from pg_control_system()) as same_cluster,
           coalesce((select max(transaction_id) from log.events e where e.epoch = last.epoch) >= pg_current_xact_id(), false) as behind
    from (select max(epoch) as newest from log.epochs) n left join log.epochs last on last.epoch = n.newest`);
  const last = rows[0]!;
  if (last.epoch !== null && last.same_cluster && !last.behind) return last.epoch;
  await client.query('begin');
  const epoch = await openNextEpoch(client);
  await client.query('commit');
  return epoch;
}

/**
 * From now on events sort behind all that the log holds, whatever the transaction ids. Read models there are get a generation
 * nobody has seen: what a client holds of them may come from a later time than the one the log was restored to.
 * To be called in a transaction.
 * @returns the new epoch
 */
export async function openNextEpoch(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ epoch: number }>(`
    insert into log.epochs (epoch, system_identifier)
    select (select coalesce(max(epoch), 0) + 1 from log.epochs), system_identifier from pg_control_system()
    returning epoch`);
  await client.query(
    `update plain.projections set generation = greatest(generation + 1, ${GENERATION_OF_NEWEST_EPOCH})`,
  );
  return rows[0]!.epoch;
}

/**
 * Where generations of read models begin in the newest epoch: at the second it was opened, so that no two restores of the same
 * backup have one in common. In a log that was never restored they count from 1.
 */
export const GENERATION_OF_NEWEST_EPOCH = `(
  select case when epoch = 1 then 1 else extract(epoch from opened_at)::bigint end
  from log.epochs order by epoch desc limit 1)`;
