import { createHash } from 'node:crypto';
import { retryWhileUnavailable } from '../../database/retry-while-unavailable.js';
import { StartError } from '../../database/start-error.js';
import type { EventStore } from '../event-store.js';
import { comparePositions, formatPosition, LOG_START, type LogPosition, type RecordedEvent } from '../message.js';

/** Writes events recorded by another log in order, with their ids, versions and times. */
export interface LogWriter {
  append(events: readonly RecordedEvent[]): Promise<void>;
  /**
   * Checks that the log accepts an event of this size, without writing it. Undefined for a log without a limit.
   * @throws EventTooLarge
   */
  readonly assertAccepts?: (event: RecordedEvent) => Promise<void>;
}

/** An event is larger than the target log accepts. */
export class EventTooLarge extends StartError {
  constructor(event: RecordedEvent, options?: ErrorOptions) {
    super(
      `${capitalized(nameOf(event))} has ${sizeOf(event).toLocaleString('en-US')} bytes, which is more than the target log accepts: raise its MaxAppendSize. Then run the command again.`,
      options,
    );
  }
}

/** What a copy is doing, and how many events of how many this step has processed. */
export interface CopyProgress {
  readonly step: 'checking' | 'copying' | 'comparing';
  readonly events: number;
  /** Undefined while it is unknown. */
  readonly of?: number;
}

export interface CopiedLog {
  readonly events: number;
  /** Number of events that an earlier or interrupted copy had already written. */
  readonly found: number;
}

/** The events in the target are not the first events of the source. Nothing was changed. */
export class CopyRefused extends StartError {}

const PAGE = 500;
/** Longest time that an open transaction may hide the newest events. No transaction of the platform lasts longer. */
const SETTLES_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** Longest outage to wait for. An election of KurrentDB takes up to 16 s. */
const OUTAGE_PATIENCE_MS = 60_000;

/**
 * Copies a log into an empty one, or continues an interrupted copy, then compares both logs: count, order and every event. Before it
 * writes, it checks that the target accepts the largest event. Events appended to the source meanwhile are left to the next copy.
 * @param change removes data from events, and must be the same for each run; the copy is compared with the changed events
 * @throws CopyRefused when the target contains other events; EventTooLarge
 */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  writer: LogWriter,
  onProgress: (progress: CopyProgress) => void,
  change: (event: RecordedEvent) => RecordedEvent = (event) => event,
): Promise<CopiedLog> {
  const { of, largest } = await measure(eventsOf(from, { change }), onProgress);
  if (largest) await writer.assertAccepts?.(largest);
  const rest = eventsOf(from, { change });
  const show = (step: CopyProgress['step']) => (events: number) => onProgress({ step, events, of });
  const found = await compare(rest, eventsOf(to), show('comparing'), refuseDifference);
  let events = found;
  for await (const page of pagesOf(rest)) {
    await writer.append(page);
    events += page.length;
    onProgress({ step: 'copying', events, of });
  }
  const same = await compare(eventsOf(from, { change }), eventsOf(to), show('comparing'), (event) => {
    throw new Error(`The copy differs at ${nameOf(event)}.`);
  });
  if (same < events) throw new Error(`The copy contains ${same} of ${events} events.`);
  return { events: same, found };
}

/** Counts the events and finds the largest one. */
async function measure(
  events: AsyncGenerator<RecordedEvent>,
  onProgress: (progress: CopyProgress) => void,
): Promise<{ of: number; largest: RecordedEvent | undefined }> {
  let [of, size]: [number, number] = [0, -1];
  let largest: RecordedEvent | undefined;
  for await (const event of events) {
    of += 1;
    if (sizeOf(event) > size) [largest, size] = [event, sizeOf(event)];
    if (of % PAGE === 0) onProgress({ step: 'checking', events: of });
  }
  return { of, largest };
}

/** Returns the bytes of data and metadata of an event. */
export const sizeOf = ({ data, metadata }: RecordedEvent): number =>
  Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));

/**
 * Compares each event of the target with the source's event at the same place and returns the number of events. At the first
 * difference it calls `onDifference` with the target's event, which throws.
 */
async function compare(
  source: AsyncGenerator<RecordedEvent>,
  target: AsyncGenerator<RecordedEvent>,
  onProgress: (events: number) => void,
  onDifference: (event: RecordedEvent) => never,
): Promise<number> {
  let count = 0;
  for await (const there of target) {
    const { value: here } = (await source.next()) as IteratorResult<RecordedEvent, undefined>;
    if (!here || hashOf(here) !== hashOf(there)) onDifference(there);
    count += 1;
    if (count % PAGE === 0) onProgress(count);
  }
  return count;
}

function refuseDifference(event: RecordedEvent): never {
  throw new CopyRefused(
    `The target log contains ${nameOf(event)}, which the source does not have at that position: copy to an empty one, or with another KURRENTDB_STREAM_PREFIX.`,
  );
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const nameOf = ({ eventId, stream, version, position }: RecordedEvent): string =>
  `event ${eventId} (${stream}, version ${version}, at ${formatPosition(position)})`;

/** Options of reading a log. */
interface Reading {
  /** The last position to read; by default the present end of the log. */
  readonly until?: LogPosition;
  readonly change?: (event: RecordedEvent) => RecordedEvent;
}

/** Reads a log from its start. Waits during an outage of up to a minute, then continues after the last event. */
export async function* eventsOf(
  store: EventStore,
  { until, change = (event) => event }: Reading = {},
): AsyncGenerator<RecordedEvent> {
  const end = until ?? (await store.head());
  const subscription = store.readAll(LOG_START);
  let last = LOG_START;
  for (let waited = 0; comparePositions(last, end) < 0;) {
    const events = await retryWhileUnavailable(() => subscription.next(PAGE), OUTAGE_PATIENCE_MS);
    waited = events.length > 0 ? 0 : waited + LOOK_EVERY_MS;
    if (waited > SETTLES_WITHIN_MS) throw new StartError('An open transaction hides the newest events.');
    if (events.length === 0) await subscription.waitForMore(LOOK_EVERY_MS);
    for (const event of events) {
      if (comparePositions(event.position, end) > 0) return;
      last = event.position;
      yield change(event);
    }
  }
}

/** Yields pages of the remaining events. */
async function* pagesOf(events: AsyncGenerator<RecordedEvent>): AsyncGenerator<RecordedEvent[]> {
  let page: RecordedEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (!done) page.push(value);
    if (page.length === 0 && done) return;
    if (!done && page.length < PAGE) continue;
    yield page;
    page = [];
    if (done) return;
  }
}

/** Hashes the fields that a copy must preserve. Object keys are sorted, because PostgreSQL changes their order. */
function hashOf({ eventId, stream, version, type, data, metadata, recordedAt }: RecordedEvent): string {
  const facts = [eventId, stream, version, type, data, metadata, recordedAt];
  return createHash('sha256').update(JSON.stringify(facts, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
