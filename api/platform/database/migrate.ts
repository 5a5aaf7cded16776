import { runMigrations } from 'bullmq';
import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import { enterEpoch } from './epoch.js';
import { withClient } from './postgres-roles.js';
import { StartError } from './start-error.js';
import { CLI } from '../ops/package-info.js';

/** A migration class whose name ends with its timestamp. Migrations run in the order of their timestamps. */
export type Migration = new () => MigrationInterface;

const APPLIED = 'ready_room_migrations';
/** Key of the advisory lock that lets only one process migrate at a time. */
const MIGRATION_LOCK = 7_236_401;

/**
 * Migrates the database to this build's schema, opens a new epoch if needed and grants the application's role its privileges.
 * These are INSERT and SELECT on the log, temporary tables (to verify read models), its own tables in `read` and `rebuild`, and
 * rows in `jobs` and `plain`.
 * @param adminUrl URL for the role that owns the schemas
 * @param appRole name of the application's role; may be the same role
 * @param migrations every migration of this build
 * @returns the names of the applied migrations
 * @throws StartError when a newer version has migrated the database
 */
export async function migrate(
  adminUrl: string,
  appRole: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const lock = new pg.Client({ connectionString: adminUrl });
  // The next statement reports a connection that was lost meanwhile.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await appliedTo(lock);
    refuseNewer(applied, migrations);
    const isCurrent = migrations.every(({ name }) => applied.includes(name));
    const taken = isCurrent ? [] : await applyMigrations(adminUrl, migrations);
    await runMigrations(lock, 'jobs');
    await enterEpoch(lock);
    await grant(lock, appRole);
    return taken;
  } finally {
    await lock.end();
  }
}

/**
 * Migrates an empty database to the schema of a backup. {@link migrate} applies the remaining migrations later.
 * @throws StartError when this build does not know one of the migrations
 */
export async function migrateAsThen(
  adminUrl: string,
  names: readonly string[],
  migrations: readonly Migration[],
): Promise<void> {
  refuseNewer(names, migrations);
  await applyMigrations(
    adminUrl,
    migrations.filter(({ name }) => names.includes(name)),
  );
}

async function applyMigrations(adminUrl: string, migrations: readonly Migration[]): Promise<readonly string[]> {
  // Imported here, so that a process without new migrations does not load TypeORM.
  const { DataSource } = await import('typeorm');
  const source = new DataSource({
    type: 'postgres',
    url: adminUrl,
    migrations: [...migrations],
    migrationsTableName: APPLIED,
    poolSize: 1,
  });
  await source.initialize();
  try {
    return (await source.runMigrations({ transaction: 'each' })).map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}

/**
 * Checks that the database has exactly this build's migrations, for starts that do not migrate.
 * @throws StartError when migrations are missing, or a newer version has migrated the database
 */
export async function assertMigrated(appUrl: string, migrations: readonly Migration[]): Promise<void> {
  const applied = await withClient(appUrl, appliedTo);
  refuseNewer(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.includes(name)).length;
  if (missing === 0) return;
  throw new StartError(
    `The database lacks ${missing} of ${migrations.length} migrations: run "${CLI} migrate" of this version with DATABASE_ADMIN_URL first, or leave MIGRATE on.`,
  );
}

/** Returns the names of the applied migrations; none in an empty database. */
async function appliedTo(client: pg.Client): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    APPLIED,
  ]);
  if (!found[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>(`select name from ${APPLIED} order by id`);
  return rows.map(({ name }) => name);
}

/** Rejects a database that a newer build has migrated: an older build is not tested against a newer schema. */
function refuseNewer(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new StartError(
    `The database was migrated by a newer version (${unknown.join(', ')}): start that version, or restore a backup of this one.`,
  );
}

async function grant(client: pg.Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole);
  const database = client.escapeIdentifier(client.database ?? 'ready_room');
  await client.query(`
    grant temporary on database ${database} to ${role};
    grant select on ${APPLIED} to ${role};
    grant usage on schema log, plain to ${role};
    grant usage, create on schema read, rebuild to ${role};
    grant usage on schema jobs to ${role};
    grant select, insert, update, delete on all tables in schema jobs to ${role};
    grant usage, select, update on all sequences in schema jobs to ${role};
    grant execute on all functions in schema jobs to ${role};
    grant execute on function log.enter_epoch() to ${role};
    grant select on log.epochs, log.redactions to ${role};
    grant select, insert on log.events, log.seals, log.accepted_restores to ${role};
    grant select, insert, update, delete on all tables in schema plain to ${role};
    grant usage on all sequences in schema plain to ${role};
  `);
}
