import { eventsOf } from '../eventsourcing/copying/copy-log.js';
import type { EventStore } from '../eventsourcing/event-store.js';
import { comparePositions, LOG_START, type RecordedEvent } from '../eventsourcing/message.js';
import { type BackupHeader, EVENTS_TABLE, nameOf } from './backup-format.js';
import { endOfLog } from './outside-log.js';
import { type FileToRead, readFile } from './read-file.js';
import { TargetRefused } from './refusals.js';

/** How much of a backup's log another log contains: nothing, its beginning, or all events and perhaps newer ones. */
export type StoredLogState = 'none' | 'part' | 'all';

/** The result of {@link compareLog}. */
export interface ComparedLog {
  readonly stored: StoredLogState;
  /** Events of the other log that are newer than the backup. */
  readonly newer: number;
}

/** Tolerance for times, because engines store different fractions of a millisecond. */
const SAME_TIME_MS = 1;

/**
 * Compares the events of a backup with those of a log to which the backup may be restored, by stream, id and time. Ids are not
 * enough: they are derived, so the first ids of all installations are equal. Streams differ in a log that is read with another
 * prefix. Changes nothing.
 * @throws TargetRefused when the log contains an event that the backup does not have at the same position
 * @throws StartError when the log does not respond
 */
export async function compareLog(file: FileToRead, header: BackupHeader, store: EventStore): Promise<ComparedLog> {
  const until = await endOfLog(store);
  if (comparePositions(until, LOG_START) === 0) return { stored: 'none', newer: 0 };
  const events = eventsOf(store, { until });
  return header.holdsLog === undefined ? compareUnordered(file, header, events) : compareInOrder(file, events);
}

async function compareInOrder(file: FileToRead, events: AsyncGenerator<RecordedEvent>): Promise<ComparedLog> {
  let stored: StoredLogState = 'all';
  await readEvents(file, async (id, time, stream) => {
    if (stored === 'part') return;
    const { value: event } = (await events.next()) as IteratorResult<RecordedEvent, undefined>;
    if (!event) stored = 'part';
    else if (event.eventId !== id || event.stream !== stream || !isSameTime(event.recordedAt, time))
      throw anotherLog(event.eventId);
  });
  let newer = 0;
  while (!(await events.next()).done) newer += 1;
  return { stored, newer };
}

/** Compares a backup of a version without `holdsLog`, whose events are unordered. Keeps the first ids of the log in memory. */
async function compareUnordered(
  file: FileToRead,
  { tables, createdAt }: BackupHeader,
  events: AsyncGenerator<RecordedEvent>,
): Promise<ComparedLog> {
  const total = tables.find((table) => nameOf(table) === EVENTS_TABLE)?.rows ?? 0;
  const times = new Map<string, string>();
  let newer = 0;
  for await (const { eventId, recordedAt } of events) {
    if (times.size < total) times.set(eventId, recordedAt);
    else if (Date.parse(recordedAt) > Date.parse(createdAt)) newer += 1;
  }
  const stored = times.size < total ? 'part' : 'all';
  await readEvents(file, (id, time) => {
    const recordedAt = times.get(id);
    if (recordedAt !== undefined && isSameTime(recordedAt, time)) times.delete(id);
  });
  const [other] = times.keys();
  if (other !== undefined) throw anotherLog(other);
  return { stored, newer };
}

/** Calls `take` with the id, time and stream of each event of a backup. */
async function readEvents(
  file: FileToRead,
  take: (id: string, time: string, stream: string) => Promise<void> | void,
): Promise<void> {
  await readFile(file, async (table, rows) => {
    const isLog = nameOf(table) === EVENTS_TABLE;
    const [id, time, stream] = ['event_id', 'recorded_at', 'stream'].map((column) => table.columns.indexOf(column)) as [
      number,
      number,
      number,
    ];
    for await (const row of linesOf(rows)) {
      if (!isLog) continue;
      const values = row.split('\t', Math.max(id, time, stream) + 1);
      await take(values[id]!, values[time]!, values[stream]!);
    }
  });
}

/** Compares an ISO time with a time in PostgreSQL's format, such as `2026-05-01 12:00:00.123456+00`. */
const isSameTime = (iso: string, text: string): boolean =>
  Math.abs(Date.parse(iso) - Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z'))) <= SAME_TIME_MS;

const anotherLog = (eventId: string): TargetRefused =>
  new TargetRefused(
    `The KurrentDB of KURRENTDB_URL contains another log than the backup (event ${eventId}): use an empty one, or another KURRENTDB_STREAM_PREFIX. Nothing was changed.`,
  );

/** Splits pieces of any size into lines. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      yield bytes.toString('utf8', from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}
