import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openPool } from '../../../platform/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testing/test-database.js';
import { DueTable } from './due-table.js';

let database: TestDatabase;
let pool: Pool;
let table: DueTable;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
  table = new DueTable(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('delete from plain.due_transitions'));

const past = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

it('lists what is due, the longest overdue first', async () => {
  const [later, earlier, future] = [randomUUID(), randomUUID(), randomUUID()];
  await table.set(later, 1, past(1));
  await table.set(earlier, 1, past(5));
  await table.set(future, 1, past(-5));
  expect(await table.due(10)).toEqual([earlier, later]);
  expect(await table.due(1)).toEqual([earlier]);
});

it('keeps what somebody wrote who had looked at more of the course', async () => {
  const course = randomUUID();
  await table.set(course, 5, past(1));
  await table.set(course, 4, null);
  expect(await table.due(10)).toEqual([course]);
  await table.set(course, 6, null);
  await table.set(course, 5, past(1));
  expect(await table.due(10)).toEqual([]);
});

it('puts a course that fails behind the others', async () => {
  const [failing, other] = [randomUUID(), randomUUID()];
  await table.set(failing, 1, past(5));
  await table.set(other, 1, past(1));
  await table.postpone(failing);
  expect(await table.due(10)).toEqual([other]);
});
