import type { ClientBase } from 'pg';
import { type BackedUpTable, nameOf } from './backup-format.js';

/** A table to back up, with the condition that selects its rows. */
export interface TableToBackUp extends BackedUpTable {
  /** SQL condition; `true` for all rows. */
  readonly where: string;
}

/** Table of personal keys. They are in a separate file, so that names are unreadable without that file. */
export const KEYS_TABLE = 'plain.subject_keys';

/** Table of erased people. It is in the file of keys too, so that an older file of keys does not contradict a newer backup. */
const TOMBSTONES_TABLE = 'plain.erased_subjects';

/**
 * Tables that are not backed up, with the reason. All other tables of `log` and `plain` are backed up, so a new table is included
 * by default. `read`, `rebuild` and `jobs` are never backed up: read models are rebuilt from the log, and jobs only wake up work
 * that rows of `plain` describe.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  [KEYS_TABLE]: 'is in the file of keys',
  [TOMBSTONES_TABLE]: 'is in the file of keys; a restore adds the erasures of the log',
  'plain.log_location': 'a restore records the engine of the log',
  'plain.projections': 'names the serving read models, which a restore rebuilds',
  'plain.stream_heads': 'belongs to the read models',
  'plain.live_changes': 'contains the changes of read models in the last hour, for watchers',
  'plain.refresh_families': 'sessions that have ended since must not be restored: all users sign in again',
  'plain.refresh_tokens': 'belongs to the sign-in sessions',
  'plain.user_imports': 'is kept for at most a day: after a restore the file is imported again',
  'plain.class_progress': 'is computed again from the read models',
  'plain.user_import_rows': 'belongs to the imports',
};

/** Conditions of tables that are backed up in part: checkpoints and parked events of reactors cannot be rebuilt from the log. */
const ONLY: Readonly<Record<string, string>> = {
  'plain.checkpoints': `reader like 'reactor:%'`,
  'plain.dead_letters': `reader like 'reactor:%'`,
};

interface ColumnsRow {
  schema: 'log' | 'plain';
  table: string;
  columns: string[];
}

/**
 * Returns the existing tables with their row counts, sorted so that tables follow those they refer to. Leaves out unlogged
 * tables, whose rows PostgreSQL drops after a crash anyway.
 * @param keys true for the tables of the file of keys, false for those of the backup
 * @param counted name of a table whose rows the caller knows, and their number
 */
export async function tablesToBackUp(
  client: ClientBase,
  keys: boolean,
  counted: Readonly<Record<string, number>> = {},
): Promise<TableToBackUp[]> {
  const { rows } = await client.query<ColumnsRow>(`
    select n.nspname as schema, c.relname as table,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('log', 'plain') and c.relkind = 'r' and c.relpersistence = 'p'
    group by c.oid, n.nspname, c.relname
    order by (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), n.nspname, c.relname`);
  const ofKeys = [KEYS_TABLE, TOMBSTONES_TABLE];
  const wanted = rows.filter((row) => (keys ? ofKeys.includes(nameOf(row)) : !(nameOf(row) in LEFT_OUT)));
  const tables: TableToBackUp[] = [];
  for (const row of wanted) {
    const where = ONLY[nameOf(row)] ?? 'true';
    tables.push({ ...row, where, rows: counted[nameOf(row)] ?? (await countRows(client, nameOf(row), where)) });
  }
  return tables;
}

async function countRows(client: ClientBase, table: string, where: string): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${table} where ${where}`);
  return Number(rows[0]!.rows);
}
