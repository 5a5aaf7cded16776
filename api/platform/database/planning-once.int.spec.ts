import { planningOnce } from './planning-once.js';
import { openPool } from './pool.js';
import { createTestDatabase } from './testing/test-database.js';

it('prepares a statement with parameters at its first use on a connection, and no other statement', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.appUrl, 1);
  const connection = await pool.connect();
  try {
    const client = planningOnce(connection);
    const doubled = 'select $1::integer * 2 as result';
    for (const value of [1, 2, 3]) {
      expect((await client.query(doubled, [value])).rows).toEqual([{ result: value * 2 }]);
    }
    // PostgreSQL accepts two statements in one query only if it is not prepared.
    await expect(client.query('select 1; select 2')).resolves.toBeDefined();
    const { rows } = await connection.query(
      'select statement, (generic_plans + custom_plans)::integer as runs from pg_prepared_statements',
    );
    expect(rows).toEqual([{ statement: doubled, runs: 3 }]);
  } finally {
    connection.release();
    await pool.end();
    await database.drop();
  }
});
