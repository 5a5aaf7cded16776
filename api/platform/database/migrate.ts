import { runMigrations } from 'bullmq';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { openEpoch } from './epoch.js';
import { MIGRATIONS } from './migrations.js';

/** One number for the whole platform: only one process migrates at a time. */
const MIGRATION_LOCK = 7_236_401;

/**
 * Brings the database to this build's schema, opens a new epoch where needed and grants the application's role what it
 * may do: INSERT and SELECT on the log, temporary tables (to verify), tables of its own in `read`, `rebuild` and `jobs`, rows in `plain`.
 * @param adminUrl role that owns the schemas
 * @param appRole name of the application's role; may be the same role
 */
export async function migrate(adminUrl: string, appRole: string): Promise<void> {
  const lock = new pg.Client({ connectionString: adminUrl });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const source = new DataSource({
      type: 'postgres',
      url: adminUrl,
      migrations: MIGRATIONS,
      migrationsTableName: 'ready_room_migrations',
      poolSize: 1,
    });
    await source.initialize();
    try {
      await source.runMigrations({ transaction: 'each' });
    } finally {
      await source.destroy();
    }
    await runMigrations(lock, 'jobs');
    await openEpoch(lock);
    await grant(lock, appRole);
  } finally {
    await lock.end();
  }
}

async function grant(client: pg.Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole);
  const database = client.escapeIdentifier(client.database ?? 'ready_room');
  await client.query(`
    grant temporary on database ${database} to ${role};
    grant usage on schema log, plain to ${role};
    grant usage, create on schema read, rebuild to ${role};
    grant usage on schema jobs to ${role};
    grant select, insert, update, delete on all tables in schema jobs to ${role};
    grant usage, select, update on all sequences in schema jobs to ${role};
    grant execute on all functions in schema jobs to ${role};
    grant select on log.epochs to ${role};
    grant select, insert on log.events, log.seals to ${role};
    grant select, insert, update, delete on all tables in schema plain to ${role};
    grant usage on all sequences in schema plain to ${role};
  `);
}
