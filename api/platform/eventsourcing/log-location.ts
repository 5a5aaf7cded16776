import type { Pool } from 'pg';
import type { KurrentDbSettings } from '../../config-settings.js';
import { StartError } from '../database/start-error.js';
import { KURRENTDB_EPOCH } from './kurrentdb/kurrentdb-position.js';
import { CLI } from '../ops/package-info.js';

/** The database system that stores a log. */
export type LogEngine = 'postgres' | 'kurrentdb';

type Client = Pick<Pool, 'query'>;

/** The engine that the settings name. */
export const logEngineOf = (kurrentDb: KurrentDbSettings | undefined): LogEngine =>
  kurrentDb ? 'kurrentdb' : 'postgres';

/**
 * Returns the engine of the log that this database belongs to, undefined before the first
 * event and in a database without tables. Without a record it is derived
 * from the checkpoints and the log: databases of older versions have none, and commands read them before they are migrated.
 */
export async function findLogEngine(client: Client): Promise<LogEngine | undefined> {
  const { rows: tables } = await client.query<{ checkpoints: boolean; location: boolean }>(
    `select to_regclass('plain.checkpoints') is not null as checkpoints,
            to_regclass('plain.log_location') is not null as location`,
  );
  const [found] = tables;
  if (!found!.checkpoints) return undefined;
  if (found!.location) {
    const { rows } = await client.query<{ engine: LogEngine }>('select engine from plain.log_location');
    if (rows[0]) return rows[0].engine;
  }
  const { rows } = await client.query<{ kurrentdb: boolean; postgres: boolean }>(
    `select exists (select from plain.checkpoints where position like $1) as kurrentdb,
            exists (select from log.events) as postgres`,
    [`${KURRENTDB_EPOCH}.%`],
  );
  // A log that was moved to KurrentDB leaves its older events in PostgreSQL, so the checkpoints decide.
  if (rows[0]!.kurrentdb) return 'kurrentdb';
  return rows[0]!.postgres ? 'postgres' : undefined;
}

/** Records the engine of the log after it was copied or restored there. */
export async function recordLogEngine(client: Client, engine: LogEngine): Promise<void> {
  await client.query(
    `insert into plain.log_location (engine) values ($1)
     on conflict (only_row) do update set engine = excluded.engine, recorded_at = now()`,
    [engine],
  );
}

/**
 * Refuses settings that name another log than the one this database belongs to. Changes nothing.
 * @throws StartError
 */
export async function assertLogEngine(client: Client, engine: LogEngine): Promise<void> {
  const found = await findLogEngine(client);
  if (found !== undefined && found !== engine) throw new StartError(REFUSALS[found]);
}

/**
 * {@link assertLogEngine} of a start, which records the engine where it is not recorded yet. Of two first starts with different
 * settings one is refused.
 * @throws StartError
 */
export async function claimLogEngine(client: Client, engine: LogEngine): Promise<void> {
  await assertLogEngine(client, engine);
  await client.query('insert into plain.log_location (engine) values ($1) on conflict (only_row) do nothing', [engine]);
  await assertLogEngine(client, engine);
}

/** By the engine that the log is in. */
const REFUSALS: Readonly<Record<LogEngine, string>> = {
  kurrentdb: `The log of this database is in KurrentDB: set KURRENTDB_URL (with Docker Compose, add docker-compose.kurrentdb.yml to COMPOSE_FILE in .env), or move the log with ${CLI} log copy --from kurrentdb --to postgres.`,
  postgres: `The log of this database is in PostgreSQL: unset KURRENTDB_URL (with Docker Compose, remove docker-compose.kurrentdb.yml from COMPOSE_FILE in .env), or stop the platform and move the log with ${CLI} log copy --from postgres --to kurrentdb.`,
};
