import type { ClientBase } from 'pg';
import { isPlatformRunning } from '../database/data-dir-lock.js';
import { TargetRefused } from './refusals.js';

/** All schemas that the platform creates in a database. The table of migrations is outside them. */
const SCHEMAS = ['log', 'read', 'rebuild', 'jobs', 'plain'];
const MIGRATIONS_TABLE = 'ready_room_migrations';

interface Found {
  /** Tables that do not belong to the platform. */
  foreign: string[] | null;
  has_log: boolean;
  sessions: number;
}

const LOOK = `
  select (select array_agg(n.nspname || '.' || c.relname order by 1)
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> all ($1) and c.relname <> $2
            and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
         ) as foreign,
         to_regclass('log.events') is not null as has_log,
         (select count(*)::integer from pg_stat_activity
          where datname = current_database() and application_name = 'ready-room') as sessions`;

/**
 * Checks that a backup can be restored into this database: it has at most the rows that a start writes before the first event.
 * @throws TargetRefused when the database has other tables or rows, or a running platform uses it
 */
export async function assertEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Found>(LOOK, [SCHEMAS, MIGRATIONS_TABLE]);
  const { foreign, has_log: hasLog, sessions } = rows[0]!;
  if (foreign) {
    const others = foreign.length > 1 ? ` and ${foreign.length - 1} more` : '';
    throw new TargetRefused(
      `The database is not empty: it contains ${foreign[0]}${others}. Create a database only for the platform and restore into it.`,
    );
  }
  if (hasLog && (await hasRows(client))) {
    throw new TargetRefused(
      'The database is not empty: it contains the data of a platform. Restore into a new one (another DATA_DIR, or a new database in DATABASE_URL), and remove the old one when the new one runs.',
    );
  }
  if (sessions > 0)
    throw new TargetRefused(`${sessions} sessions of a running platform use this database: stop the platform first.`);
}

/**
 * Rejects a data folder that a running platform uses.
 * @throws TargetRefused when a platform runs on it
 */
export function assertNotRunning(dataDir: string): void {
  if (!isPlatformRunning(dataDir)) return;
  throw new TargetRefused(`A platform is running on ${dataDir}: stop it, or set DATA_DIR to another folder.`);
}

/** Tables to which a start writes before the first event. */
const BOOKKEEPING = ['log.epochs', 'plain.leases', 'plain.checkpoints', 'plain.log_location', 'plain.projections'];

/** Returns whether any other table has rows. Plain tables count too, because a log in KurrentDB leaves `log.events` empty. */
async function hasRows(client: ClientBase): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('log', 'plain') and c.relkind = 'r' and c.relpersistence = 'p'`,
  );
  const asked = tables
    .filter(({ name }) => !BOOKKEEPING.includes(name))
    .map(({ name }) => `exists (select from ${name})`);
  const { rows } = await client.query<{ found: boolean }>(`select ${asked.join(' or ')} as found`);
  return rows[0]!.found;
}

/** Drops the platform's schemas, so that the backup's schema can be created. Requires a check by {@link assertEmpty}. */
export async function dropEmptySchemas(client: ClientBase): Promise<void> {
  await client.query(`
    drop schema if exists ${SCHEMAS.join(', ')} cascade;
    drop table if exists ${MIGRATIONS_TABLE};`);
}
