import type { Pool } from 'pg';
import type { KurrentDbSettings } from '../../config-settings.js';
import type { Hints } from '../database/hints.js';
import type { EventStore, StreamPart } from './event-store.js';
import type { LogWriter } from './copying/copy-log.js';
import type { LogPosition } from './message.js';
import { PostgresEventStore } from './postgres/postgres-event-store.js';
import { postgresLogWriter } from './postgres/postgres-log-writer.js';
import { postgresDigests } from './sealing/event-digests.js';
import type { LogDigests } from './sealing/log-digests.js';

/** What a reader of the log has before it. */
export interface Backlog {
  readonly events: number;
  /** How old the oldest of them is. */
  readonly seconds: number;
}

/** What lies behind a place, counted up to `most` events. */
export type BacklogOf = (place: LogPosition, most: number) => Promise<Backlog>;

/** The log as it lies: what is personal in it stays sealed. Besides what every part of the platform asks of it, what only few do. */
export interface Log {
  readonly store: EventStore;
  readonly digests: LogDigests;
  /** Writes events with their recorded times, see `history-writer.ts`. */
  readonly writer: LogWriter;
  /** Where events lie that have a text in their stream's name, data or metadata, in log order; looks through all of it. */
  placesOf(text: string): Promise<readonly StreamPart[]>;
  /** Undefined where the database itself can tell. */
  readonly backlogOf?: BacklogOf;
  close(): Promise<void>;
}

/** Injection token of the {@link Log}. */
export const LOG = Symbol('Log');

/** Injection token of the log's {@link BacklogOf}, or null. */
export const BACKLOG_OF = Symbol('BacklogOf');

/** In PostgreSQL, or in KurrentDB where it is set: the client of that is loaded only then. */
export async function openLog(pool: Pool, hints: Hints, kurrentDb: KurrentDbSettings | undefined): Promise<Log> {
  if (!kurrentDb) return postgresLog(pool, hints);
  const { openKurrentDbLog } = await import('./kurrentdb/kurrentdb-log.js');
  return openKurrentDbLog(kurrentDb, hints);
}

/** The log in the tables of the schema `log`. */
export const postgresLog = (pool: Pool, hints: Hints): Log => ({
  store: new PostgresEventStore(pool, hints),
  digests: postgresDigests(pool),
  writer: postgresLogWriter(pool),
  placesOf: async (text) => {
    const { rows } = await pool.query<StreamPart>(
      `select stream, version as "from", version as "to" from log.events e
       where stream like $1 or data::text like $1 or metadata::text like $1 order by epoch, transaction_id, position`,
      [`%${text}%`],
    );
    return rows;
  },
  close: () => Promise.resolve(),
});
