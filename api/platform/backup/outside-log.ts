import type { ClientBase } from 'pg';
import { StartError } from '../database/start-error.js';
import { eventsOf } from '../eventsourcing/copying/copy-log.js';
import type { EventStore } from '../eventsourcing/event-store.js';
import { comparePositions, LOG_START, type LogPosition, type RecordedEvent } from '../eventsourcing/message.js';
import type { BackedUpTable } from './backup-format.js';

/** Approximate size of the pieces in which rows are written. */
const PIECE_CHARACTERS = 64 * 1_024;

/** Events of a log outside the database that are missing in `log.events`, as rows of that table. */
export interface OutsideRows {
  readonly count: number;
  /** Number of events before them, which `log.events` contains from before the log was moved. */
  readonly before: number;
  /** Returns the rows in PostgreSQL's COPY text format, in log order. */
  read(table: BackedUpTable): AsyncGenerator<Buffer>;
}

interface Inside {
  newest_id: string | null;
  epoch: number;
  transaction_id: string;
  position: string;
}

/** Reads the newest event from before the log was moved, and the log position for new rows. Counting all of them would take longer. */
const INSIDE = `
  select (select max(epoch) from log.epochs) as epoch, pg_snapshot_xmax(pg_current_snapshot())::text as transaction_id,
         coalesce(newest.position, 0)::text as position, newest.event_id as newest_id
  from (values (1)) as one
  left join lateral (select event_id, position from log.events
                     order by epoch desc, transaction_id desc, position desc limit 1) as newest on true`;

/**
 * Returns the current end of a log outside the database. Must be called before the snapshot of the database: keys and claims are
 * written before the events that need them, so the snapshot then contains them.
 * @throws StartError when the log does not respond
 */
export function endOfLog(store: EventStore): Promise<LogPosition> {
  return answered(() => store.head());
}

/** Reads a log outside the database. @throws StartError when the log does not respond */
export async function answered<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The KurrentDB of KURRENTDB_URL does not answer (${(cause as Error).message}): check that it runs, then try again. Nothing was changed.`,
      { cause },
    );
  }
}

/**
 * Counts the events of a log outside the database up to a log position, without the events that `log.events` contains from before
 * the log was moved. The log is read once here and once for the rows, because a backup starts with its row counts.
 * @param client client in the snapshot of the backup
 * @throws StartError when the log does not continue `log.events`
 */
export async function outsideRows(client: ClientBase, store: EventStore, until: LogPosition): Promise<OutsideRows> {
  const { rows } = await client.query<Inside>(INSIDE);
  const inside = rows[0]!;
  let before = inside.newest_id === null ? 0 : undefined;
  let total = 0;
  if (comparePositions(until, LOG_START) > 0) {
    for await (const { eventId } of eventsOf(store, { until })) {
      total += 1;
      if (eventId === inside.newest_id) before = total;
    }
  }
  if (before === undefined) throw anotherLog();
  const count = total - before;
  const events = () => (count === 0 ? nothing() : eventsOf(store, { until }));
  return { count, before, read: (table) => rowsOf(table, events(), { ...inside, before }) };
}

/** Checks the number of rows that were written from `log.events`. @throws StartError when the logs differ */
export function assertBefore({ before }: OutsideRows, rows: number): void {
  if (rows !== before) throw anotherLog();
}

async function* nothing(): AsyncGenerator<RecordedEvent> {}

const anotherLog = (): StartError =>
  new StartError(
    'The log in the KurrentDB of KURRENTDB_URL does not contain the events that this database has from before the log was moved: check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX.',
  );

async function* rowsOf(
  { columns }: BackedUpTable,
  events: AsyncGenerator<RecordedEvent>,
  { before, ...inside }: Inside & Pick<OutsideRows, 'before'>,
): AsyncGenerator<Buffer> {
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

/** Formats a value for COPY; null for a column that this version does not know. */
const copyText = (value: string | number | bigint | undefined): string =>
  value === undefined ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
