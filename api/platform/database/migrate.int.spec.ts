import type pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { assertMigrated, migrate } from './migrate.js';
import { MIGRATIONS } from '../../migrations.js';
import { APP_ROLE, withClient } from './postgres-roles.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

const newest = MIGRATIONS.toSorted((a, b) => timestampOf(a) - timestampOf(b)).at(-1)!.name;
function timestampOf({ name }: { name: string }): number {
  return Number(/\d+$/.exec(name)![0]);
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const change = <T>(work: (client: pg.Client) => Promise<T>) => withClient(database.adminUrl, work);

it('applies no migration twice, and lets the application check that none is missing', async () => {
  expect(await migrate(database.adminUrl, APP_ROLE, MIGRATIONS)).toEqual([]);
  await assertMigrated(database.appUrl, MIGRATIONS);
});

it('rejects a schema that lacks a migration when it is not allowed to migrate', async () => {
  const { rows } = await change((client) =>
    client.query<{ timestamp: string }>('delete from ready_room_migrations where name = $1 returning timestamp', [
      newest,
    ]),
  );
  await expect(assertMigrated(database.appUrl, MIGRATIONS)).rejects.toThrow(
    `The database lacks 1 of ${MIGRATIONS.length} migrations: run "npm run cli -- migrate"`,
  );
  const again = 'insert into ready_room_migrations (timestamp, name) values ($1, $2)';
  await change((client) => client.query(again, [rows[0]!.timestamp, newest]));
  await assertMigrated(database.appUrl, MIGRATIONS);
});

it('rejects a schema that a newer version has migrated', async () => {
  await change((client) =>
    client.query(`insert into ready_room_migrations (timestamp, name) values (1, 'FromTheFuture1')`),
  );
  const refusal = /migrated by a newer version \(FromTheFuture1\)/;
  await expect(assertMigrated(database.appUrl, MIGRATIONS)).rejects.toThrow(refusal);
  await expect(migrate(database.adminUrl, APP_ROLE, MIGRATIONS)).rejects.toThrow(refusal);
});

it('rejects when the connection that holds its lock is lost meanwhile', async () => {
  class Cutting9999999999999 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and objid = 7236401
           and database = (select oid from pg_database where datname = current_database())`,
      );
      // The process notices the loss while the connection is idle.
      await runner.query('select pg_sleep(0.3)');
    }

    async down(): Promise<void> {
      throw new Error('Not used');
    }
  }
  await change((client) => client.query("delete from ready_room_migrations where name = 'FromTheFuture1'"));
  const migrations = [...MIGRATIONS, Cutting9999999999999];
  await expect(migrate(database.adminUrl, APP_ROLE, migrations)).rejects.toThrow(/not queryable|terminat/);
});
