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

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const set = (courseId: string, version: number, dueAt: Date | null) => table.set([{ courseId, version, dueAt }]);
const due = async (limit = 10) => table.due((await table.readNext()).now, limit);

it('lists due courses, longest overdue first', async () => {
  const [later, earlier, future] = [randomUUID(), randomUUID(), randomUUID()];
  await table.set([
    { courseId: later, version: 1, dueAt: ago(1) },
    { courseId: earlier, version: 1, dueAt: ago(5) },
    { courseId: future, version: 1, dueAt: ago(-5) },
  ]);
  expect(await due()).toEqual([earlier, later]);
  expect(await due(1)).toEqual([earlier]);
});

it('returns the earliest due time', async () => {
  expect(await table.readNext()).toEqual({ now: expect.any(Date) as Date, next: null });
  const next = ago(-5);
  await set(randomUUID(), 1, next);
  await set(randomUUID(), 1, ago(-6));
  await set(randomUUID(), 1, null);
  expect((await table.readNext()).next).toEqual(next);
});

it('ignores a due time from an older version of the course', async () => {
  const course = randomUUID();
  await set(course, 5, ago(1));
  await set(course, 4, null);
  expect(await due()).toEqual([course]);
  await set(course, 6, null);
  await set(course, 5, ago(1));
  expect(await due()).toEqual([]);
});

it('lists a postponed course after the others until its due time is written again', async () => {
  const [failing, other] = [randomUUID(), randomUUID()];
  await set(failing, 1, ago(5));
  await set(other, 1, ago(1));
  await table.postpone(failing);
  expect(await due()).toEqual([other]);
  await set(failing, 1, ago(5));
  expect(await due()).toEqual([failing, other]);
});

it('postpones only due courses', async () => {
  const next = ago(-60);
  const course = randomUUID();
  await set(course, 1, next);
  await table.postpone(course);
  expect((await table.readNext()).next).toEqual(next);
});

it('stores instants before and after a clock change unchanged in any time zone of process and server', async () => {
  const zone = process.env['TZ'];
  const elsewhere = openPool(`${database.appUrl}?options=-c%20TimeZone%3DAmerica%2FNew_York`);
  process.env['TZ'] = 'Europe/Berlin';
  try {
    // 02:30 in Berlin, which occurs twice that night, and the hour that does not exist in spring.
    const instants = ['2026-03-29T01:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => new Date(at));
    const there = new DueTable(elsewhere);
    for (const dueAt of instants) {
      const courseId = randomUUID();
      await there.set([{ courseId, version: 1, dueAt }]);
      expect((await there.readNext()).next).toEqual(dueAt);
      expect(await table.due(new Date(dueAt.getTime() - 1), 10)).toEqual([]);
      expect(await table.due(dueAt, 10)).toEqual([courseId]);
      await table.set([{ courseId, version: 2, dueAt: null }]);
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    await elsewhere.end();
  }
});
