/** Declares a test that needs a log in PostgreSQL. With another log it is skipped, and its title contains the reason. */
export function onPostgres(title: string, test: () => Promise<void>): void {
  if (process.env['KURRENTDB_URL']) it.skip(`${title} (needs a log in PostgreSQL)`, test);
  else it(title, test);
}
