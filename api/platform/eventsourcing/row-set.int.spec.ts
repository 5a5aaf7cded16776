import fc from 'fast-check';
import type { Pool } from 'pg';
import { openPool } from '../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { rowSet } from './row-set.js';

const TYPES = {
  id: 'uuid',
  points: 'double precision',
  flags: 'smallint',
  sequence: 'bigint',
  late: 'boolean',
  at: 'timestamptz',
  name: 'text',
  answers: 'jsonb',
} as const;
const ROWS = rowSet(TYPES);

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Returns the rows as PostgreSQL received them. */
async function received(rows: readonly Parameters<typeof ROWS.parameters>[0][number][]): Promise<object[]> {
  return (await pool.query<object>(`select * from ${ROWS.source} as e`, ROWS.parameters(rows))).rows;
}

const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const row = fc.record({
  id: fc.option(fc.uuid()),
  points: fc.option(fc.double({ noNaN: true })),
  flags: fc.option(fc.integer({ min: -32_767, max: 32_767 })),
  sequence: fc.option(fc.maxSafeInteger()),
  late: fc.option(fc.boolean()),
  at: fc.option(instant.map((date) => date.toISOString())),
  name: fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))),
  answers: fc.array(fc.record({ text: fc.string().filter((text) => !text.includes('\0')) })),
});

it('passes rows of any values to PostgreSQL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      expect(await received(rows)).toEqual(
        rows.map(({ points, sequence, at, ...others }) => ({
          ...others,
          // -0 becomes 0.
          points: points === null ? null : points + 0,
          sequence: sequence === null ? null : String(sequence),
          at: at === null ? null : new Date(at),
        })),
      );
    }),
    { numRuns: 200 },
  );
});

const sample = {
  id: 'A1B2C3D4-0000-7000-8000-000000000001',
  points: 0.5,
  flags: 3,
  sequence: '9007199254740993',
  late: true,
  at: '2026-03-02T10:00:00.123456+01:00',
  name: 'Ada "A", {1}\\\n',
  answers: [{ text: 'So' }],
};

it('accepts ids without hyphens, capital letters, and a bigint as the driver returns it', async () => {
  const id = 'a1b2c3d4-0000-7000-8000-000000000001';
  const plain = { ...sample, id: id.replaceAll('-', '') };
  expect(await received([sample, plain])).toMatchObject([
    { id, sequence: '9007199254740993' },
    { id, sequence: '9007199254740993' },
  ]);
});

it.each([
  ['id', 'a1b2c3d4'],
  ['id', 'a1b2c3d4-0000-7000-8000-0000000000012'],
  ['id', 'x1b2c3d4-0000-7000-8000-000000000001'],
  ['id', 'ä1b2c3d4-0000-7000-8000-000000000001'],
  ['id', 1],
  ['points', '0.5'],
  ['flags', 40_000],
  ['flags', 0.5],
  ['sequence', 0.5],
  ['sequence', '1e3'],
  ['late', 'true'],
])('refuses the value %s: %j', (column, value) => {
  expect(() => ROWS.parameters([{ ...sample, [column]: value }])).toThrow(
    `A value of the column ${column} does not have the type ${TYPES[column as keyof typeof TYPES]}.`,
  );
});

it('names its columns', () => {
  expect(ROWS.columns).toBe('id, points, flags, sequence, late, at, name, answers');
});
