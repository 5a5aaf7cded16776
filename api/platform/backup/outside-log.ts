import type { ClientBase } from 'pg';
import { StartError } from '../database/start-error.js';
import { eventsOf } from '../eventsourcing/copying/copy-log.js';
import type { EventStore } from '../eventsourcing/event-store.js';
import { comparePositions, LOG_START, type LogPosition, type RecordedEvent } from '../eventsourcing/message.js';
import type { BackedUpTable } from './backup-format.js';

/** Rows are written in pieces of about this many characters. */
const PIECE_CHARACTERS = 64 * 1_024;

/** The events of a log outside the database that `log.events` does not hold, as rows of that table. */
export interface OutsideRows {
  readonly count: number;
  /** The rows in PostgreSQL's COPY text format, in log order. */
  read(table: BackedUpTable): AsyncGenerator<Buffer>;
}

interface Inside {
  events: string;
  newest_id: string | null;
  epoch: number;
  transaction_id: string;
  position: string;
}

/** What the database knows of the log itself: the events from before it was moved, and the place where new rows go. */
const INSIDE = `
  select count(*) as events, (select max(epoch) from log.epochs) as epoch,
         pg_snapshot_xmax(pg_current_snapshot())::text as transaction_id, coalesce(max(position), 0)::text as position,
         (select event_id from log.events order by epoch desc, transaction_id desc, position desc limit 1) as newest_id
  from log.events`;

/**
 * Returns the place where a log outside the database ends now. To be called before the snapshot of the database: what an event
 * needs there (keys, claims) is written before the event.
 * @throws StartError when the log does not answer
 */
export async function endOfLog(store: EventStore): Promise<LogPosition> {
  try {
    return await store.head();
  } catch (cause) {
    throw new StartError(
      `The KurrentDB of KURRENTDB_URL does not answer (${(cause as Error).message}): see that it runs, then try again. Nothing was changed.`,
      { cause },
    );
  }
}

/**
 * Counts the events of a log outside the database up to a place, without those that `log.events` holds from before the log was
 * moved. Reads the log once here and once for the rows, because a backup names its counts first.
 * @param client in the snapshot of the backup
 * @throws StartError when the log does not continue `log.events`
 */
export async function outsideRows(client: ClientBase, store: EventStore, until: LogPosition): Promise<OutsideRows> {
  const { rows } = await client.query<Inside>(INSIDE);
  const inside = rows[0]!;
  const before = Number(inside.events);
  let total = 0;
  if (comparePositions(until, LOG_START) > 0) {
    for await (const { eventId } of eventsOf(store, { until })) {
      total += 1;
      if (total === before && eventId !== inside.newest_id) throw anotherLog();
    }
  }
  if (total < before) throw anotherLog();
  const count = total - before;
  return {
    count,
    read: (table) => rowsOf(table, count === 0 ? nothing() : eventsOf(store, { until }), inside),
  };
}

async function* nothing(): AsyncGenerator<RecordedEvent> {}

const anotherLog = (): StartError =>
  new StartError(
    'The log in the KurrentDB of KURRENTDB_URL does not contain the events that this database has from before the log was moved: check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX.',
  );

async function* rowsOf(
  { columns }: BackedUpTable,
  events: AsyncGenerator<RecordedEvent>,
  inside: Inside,
): AsyncGenerator<Buffer> {
  const before = Number(inside.events);
  let nth = 0;
  let piece = '';
  for await (const event of events) {
    nth += 1;
    if (nth <= before) continue;
    const position = BigInt(inside.position) + BigInt(nth - before);
    const row = { ...valuesOf(event), epoch: inside.epoch, transaction_id: inside.transaction_id, position };
    piece += `${columns.map((column) => copyText(row[column as keyof typeof row])).join('\t')}\n`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece) yield Buffer.from(piece);
}

const valuesOf = ({ eventId, recordedAt, stream, version, type, data, metadata }: RecordedEvent) => ({
  version,
  recorded_at: recordedAt,
  event_id: eventId,
  stream,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
});

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value as COPY reads it; null for a column that this version does not know. */
const copyText = (value: string | number | bigint | undefined): string =>
  value === undefined ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
