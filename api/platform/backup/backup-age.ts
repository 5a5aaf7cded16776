import type { ClientBase, Pool } from 'pg';
import type { BackupHeader } from './backup-format.js';

/** Records a backup whose files are complete. */
export async function recordBackup(pool: Pool, { id, createdAt }: BackupHeader): Promise<void> {
  await pool.query('insert into plain.backups (id, created_at) values ($1, $2)', [id, createdAt]);
}

/** Returns the age of the newest recorded backup in seconds, by the clock of the database; null when there is none. */
export async function readBackupAge(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number | null }>({
    name: 'backup-age',
    text: 'select extract(epoch from clock_timestamp() - max(created_at))::float8 as seconds from plain.backups',
  });
  return rows[0]?.seconds ?? null;
}
