/** A test of what only a log in PostgreSQL has; its title says which part of that it needs. */
export const onPostgres = process.env['KURRENTDB_URL'] ? it.skip : it;
