import fc from 'fast-check';
import { openPool } from '../../platform/database/pool.js';
import { createTestDatabase } from '../../platform/database/testing/test-database.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { createTables } from '../../platform/eventsourcing/projecting/projection-tables.js';
import { attemptsProjection } from './attempts.projection.js';
import { FLAG_STORED, overlappingAmong } from './flag-overlaps.js';

const attempt = fc.record({
  user_id: fc.constantFrom('ada', 'ben'),
  start: fc.integer({ min: 0, max: 20_000 }),
  duration: fc.integer({ min: 0, max: 5_000 }),
});

const iso = (ms: number): string => new Date(ms).toISOString();

it('finds the attempts that share more than a second with another one of the same player', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 12 }), (drawn) => {
      const rows = drawn.map(({ user_id, start, duration }, index) => ({
        attempt_id: String(index),
        user_id,
        started_at: iso(start),
        completed_at: iso(start + duration),
      }));
      const shared = (a: (typeof drawn)[number], b: (typeof drawn)[number]): number =>
        Math.min(a.start + a.duration, b.start + b.duration) - Math.max(a.start, b.start);
      const expected = drawn.flatMap((a, index) =>
        drawn.some((b) => a !== b && a.user_id === b.user_id && shared(a, b) > 1_000) ? [String(index)] : [],
      );
      expect([...overlappingAmong(rows)].toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 1_000 },
  );
});

it('finds stored attempts by all columns of the index', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.appUrl);
  try {
    const { rows } = await inTransaction(
      pool,
      async (client) => {
        await createTables(client, attemptsProjection, 'read');
        return client.query<{ 'QUERY PLAN': string }>(
          `explain with arriving as materialized (
             select null::uuid as attempt_id, null::uuid as user_id, null::uuid as session_id, now() as started_at, now() as completed_at
           ), ${FLAG_STORED} select from flagged`,
        );
      },
      ['set local enable_seqscan = off', 'set local enable_bitmapscan = off'],
    );
    const searches = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Index Cond: ((user_id = '));
    expect(searches).toHaveLength(3);
    for (const search of searches) expect(search).toMatch(/flags & .* AND \(completed_at > /);
  } finally {
    await pool.end();
    await database.drop();
  }
});
