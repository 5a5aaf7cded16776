/** `it` for tests that need a log in PostgreSQL; the title names the reason. */
export const onPostgres = process.env['KURRENTDB_URL'] ? it.skip : it;
