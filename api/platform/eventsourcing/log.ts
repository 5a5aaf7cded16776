import type { Pool } from 'pg';
import type { KurrentDbSettings } from '../../config-settings.js';
import type { Hints } from '../database/hints.js';
import type { Reads } from '../database/reads.js';
import type { EventStore, StreamPart } from './event-store.js';
import type { LogWriter } from './copying/copy-log.js';
import type { LogPosition, RecordedEvent } from './message.js';
import { PostgresEventStore } from './postgres/postgres-event-store.js';
import { postgresLogWriter } from './postgres/postgres-log-writer.js';
import { readParts } from './postgres/read-parts.js';
import { postgresDigests } from './sealing/event-digests.js';
import type { LogRecognition } from './recognizing/log-recognition.js';
import type { LogDigests } from './sealing/log-digests.js';

/** The events that a reader has not processed yet. */
export interface Backlog {
  readonly events: number;
  /** Age of the oldest of them, in seconds. */
  readonly seconds: number;
}

/** Counts the events after a log position, up to `most`. */
export type BacklogOf = (position: LogPosition, most: number) => Promise<Backlog>;

/** The log as it is stored, with personal data encrypted, including operations that only a few parts of the platform use. */
export interface Log {
  readonly store: EventStore;
  /** Like `readParts` of the store, with statements that `reads` runs. Ignores `reads` if the log is not in PostgreSQL. */
  readPartsWith(reads: Reads, parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]>;
  readonly digests: LogDigests;
  /** Writes events with their recorded times, see `history-writer.ts`. */
  readonly writer: LogWriter;
  /** Returns the events whose stream name, data or metadata contains a text, in log order. Scans the whole log. */
  findText(text: string): Promise<readonly StreamPart[]>;
  /** Undefined for a log in this database, and during a restore. */
  readonly recognition?: LogRecognition;
  /** Undefined where the backlog can be counted in SQL. */
  readonly backlogOf?: BacklogOf;
  /**
   * Looks like {@link outageOfLog}, with the open client. Undefined where the log answers with its database.
   * @throws StartError for a wrong setting
   */
  readonly findOutage?: () => Promise<string | undefined>;
  close(): Promise<void>;
}

/** Injection token of the {@link Log}. */
export const LOG = Symbol('Log');

/** Injection token of the log's {@link BacklogOf}, or null. */
export const BACKLOG_OF = Symbol('BacklogOf');

/** Opens the log: in KurrentDB when it is configured, otherwise in PostgreSQL. The KurrentDB client is loaded only when needed. */
export async function openLog(pool: Pool, hints: Hints, kurrentDb: KurrentDbSettings | undefined): Promise<Log> {
  if (!kurrentDb) return postgresLog(pool, hints);
  const { openKurrentDbLog } = await import('./kurrentdb/kurrentdb-log.js');
  return openKurrentDbLog(kurrentDb, hints, pool);
}

/**
 * Looks once whether the log in KurrentDB answers, in at most five seconds. The log in PostgreSQL answers with its database.
 * @returns a sentence about an outage, which may pass; undefined when the log answers
 * @throws StartError for a wrong setting
 */
export async function outageOfLog(kurrentDb: KurrentDbSettings | undefined): Promise<string | undefined> {
  if (!kurrentDb) return undefined;
  const { probeKurrentDb } = await import('./kurrentdb/probe.js');
  return probeKurrentDb(kurrentDb);
}

/** Returns the log in the tables of the schema `log`. */
export const postgresLog = (pool: Pool, hints: Hints): Log => ({
  store: new PostgresEventStore(pool, hints),
  readPartsWith: readParts,
  digests: postgresDigests(pool),
  writer: postgresLogWriter(pool),
  findText: async (text) => {
    const { rows } = await pool.query<StreamPart>(
      `select stream, version as "from", version as "to" from log.events e
       where stream like $1 or data::text like $1 or metadata::text like $1 order by epoch, transaction_id, position`,
      [`%${text}%`],
    );
    return rows;
  },
  close: () => Promise.resolve(),
});
