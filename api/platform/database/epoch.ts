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
  const epoch = (last.epoch ?? 0) + 1;
  await client.query(
    'insert into log.epochs (epoch, system_identifier) select $1, system_identifier from pg_control_system()',
    [epoch],
  );
  return epoch;
}
