import type { Pool } from 'pg';
import type { KurrentDbSettings } from '../../config-settings.js';
import { StartError } from '../database/start-error.js';
import { KURRENTDB_EPOCH } from './kurrentdb/kurrentdb-position.js';
import { CLI } from '../ops/package-info.js';

/** The database system that stores a log. */
export type LogEngine = 'postgres' | 'kurrentdb';

type Client = Pick<Pool, 'query'>;

/** Returns the engine selected by the settings. */
export const logEngineOf = (kurrentDb: KurrentDbSettings | undefined): LogEngine =>
  kurrentDb ? 'kurrentdb' : 'postgres';

/**
 * Returns the engine of the log that this database belongs to; undefined in a database without tables and before the first event.
 * Without a record the engine is derived from the checkpoints and the log. Databases of older versions have no record, and commands
 * read them before they are migrated.
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
    `select exists (select from plain.checkpoints where split_part(position, '.', 1)::integer >= $1) as kurrentdb,
            exists (select from log.events) as postgres`,
    [KURRENTDB_EPOCH],
  );
  // A log that was moved to KurrentDB still has its older events in PostgreSQL, so the checkpoints decide.
  if (rows[0]!.kurrentdb) return 'kurrentdb';
  return rows[0]!.postgres ? 'postgres' : undefined;
}

/**
 * Records the engine of the log after a copy or a restore. The next start records the name of the log.
 * @param platformId id of the platform in a log in KurrentDB; null in PostgreSQL
 */
export async function recordLogEngine(client: Client, engine: LogEngine, platformId: string | null): Promise<void> {
  await client.query(
    `insert into plain.log_location (engine, platform_id) values ($1, $2)
     on conflict (only_row) do update
     set engine = excluded.engine, platform_id = excluded.platform_id, recorded_at = now(), log_name = null, first_position = null`,
    [engine, platformId],
  );
}

/**
 * Rejects settings that select another engine than that of this database's log. Changes nothing.
 * @throws StartError
 */
export async function assertLogEngine(client: Client, engine: LogEngine): Promise<void> {
  const found = await findLogEngine(client);
  if (found !== undefined && found !== engine) throw new StartError(REFUSALS[found]);
}

/**
 * Calls {@link assertLogEngine} at a start and records the engine if none is recorded yet. Of two first starts with different
 * settings, one is rejected.
 * @throws StartError
 */
export async function claimLogEngine(client: Client, engine: LogEngine): Promise<void> {
  await assertLogEngine(client, engine);
  await client.query('insert into plain.log_location (engine) values ($1) on conflict (only_row) do nothing', [engine]);
  await assertLogEngine(client, engine);
}

/** Messages by the recorded engine of the log. */
const REFUSALS: Readonly<Record<LogEngine, string>> = {
  kurrentdb: `The log of this database is in KurrentDB: set KURRENTDB_URL (with Docker Compose, add docker-compose.kurrentdb.yml to COMPOSE_FILE in .env), or move the log with ${CLI} log copy --from kurrentdb --to postgres.`,
  postgres: `The log of this database is in PostgreSQL: unset KURRENTDB_URL (with Docker Compose, remove docker-compose.kurrentdb.yml from COMPOSE_FILE in .env), or stop the platform and move the log with ${CLI} log copy --from postgres --to kurrentdb.`,
};
