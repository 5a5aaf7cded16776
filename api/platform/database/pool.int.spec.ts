import { openPool } from './pool.js';
import { createTestDatabase } from './testing/test-database.js';

it('limits the time of statements, lock waits and idle transactions', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.appUrl, 1);
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, current_setting(name) as setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
      ['idle_in_transaction_session_timeout', '10s'],
      ['lock_timeout', '2s'],
      ['statement_timeout', '4s'],
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
