import { withClient } from '../postgres-roles.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const query = async (url: string, text: string) => (await withClient(url, (client) => client.query(text))).rows;

it('is migrated, UTF-8 and sorts by code point', async () => {
  const [row] = await query(
    database.appUrl,
    `select current_setting('server_encoding') as encoding, lower('ÄÉ') as lower, 'Z' < 'a' as sorted,
            to_regclass('log.events') is not null as migrated`,
  );
  expect(row).toEqual({ encoding: 'UTF8', lower: 'äé', sorted: true, migrated: true });
});

it('runs with the settings that make commits durable', async () => {
  const rows = await query(
    database.appUrl,
    "select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  );
  expect(rows).toEqual([{ setting: 'on' }, { setting: 'on' }, { setting: 'on' }]);
});

it('rejects objects that the application creates in public', async () => {
  await expect(query(database.appUrl, 'create table public.mine (id int)')).rejects.toThrow(/permission denied/);
  await expect(query(database.appUrl, 'create schema mine')).rejects.toThrow(/permission denied/);
});

it.each([
  'create table log.mine (id int)',
  'create table plain.mine (id int)',
  'alter table log.events add column mine int',
  'alter table log.events disable trigger all',
  'alter table plain.claims add column mine int',
  'drop table log.events',
  'drop schema log cascade',
  'create index on log.events (type)',
  'create role mine',
  'set session_replication_role = replica',
  "copy (select 1) to program 'true'",
])('does not let the application run: %s', async (statement) => {
  await expect(query(database.appUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
});

it('is isolated from other databases, and is removed by drop', async () => {
  const other = await createTestDatabase();
  try {
    await query(database.adminUrl, 'create table public.only_here (id int)');
    await expect(query(other.adminUrl, 'select from public.only_here')).rejects.toThrow(/does not exist/);
  } finally {
    await other.drop();
  }
  await expect(query(other.adminUrl, 'select 1')).rejects.toThrow(/does not exist/);
});
