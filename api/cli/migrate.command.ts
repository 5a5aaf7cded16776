import type { Config } from '../config.js';
import { MIGRATIONS } from '../migrations.js';
import { migrate } from '../platform/database/migrate.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { StartError } from '../platform/database/start-error.js';
import { assertLogEngine, logEngineOf } from '../platform/eventsourcing/log-location.js';
import { openDatabase } from '../start/open-database.js';
import type { Terminal } from './terminal.js';

/** `migrate`: a separate deployment step, so that the nodes need no right to change the schema (MIGRATE=off). */
export async function migrateDatabase(config: Config, { out, err }: Terminal): Promise<number> {
  if (!config.databaseUrl) throw new StartError('npm start migrates the embedded database.');
  const log = { info: () => undefined, warn: err, fatal: (_error: unknown, line: string) => err(line) };
  const { adminUrl, appRole } = await openDatabase(config, log);
  // Before the migrations, because the previous version refuses to start on a newer schema.
  await withClient(adminUrl, (client) => assertLogEngine(client, logEngineOf(config.kurrentDb)));
  const taken = await migrate(adminUrl, appRole, MIGRATIONS);
  for (const name of taken) out(name);
  out(taken.length > 0 ? `Applied ${taken.length} migrations.` : 'The database is up to date.');
  return 0;
}
