import { createHash } from 'node:crypto';
import { patiently } from '../../database/patiently.js';
import { StartError } from '../../database/start-error.js';
import type { EventStore } from '../event-store.js';
import { comparePositions, formatPosition, LOG_START, type LogPosition, type RecordedEvent } from '../message.js';

/** Writes events that another log has recorded, each with its id, version and time, one after the other. */
export interface LogWriter {
  append(events: readonly RecordedEvent[]): Promise<void>;
}

export interface CopiedLog {
  readonly events: number;
  /** Of these were there before, from a copy that was broken off or has been caught up with. */
  readonly found: number;
}

/** The target holds something else than a part of the source, from its start; nothing was changed. */
export class CopyRefused extends StartError {}

const PAGE = 500;
/** A transaction that is still open holds the newest events back; none of the platform's lasts that long. */
const SETTLES_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** An election of KurrentDB takes up to 16 s. */
const OUTAGE_PATIENCE_MS = 60_000;

/**
 * Copies a log into an empty one, or goes on with a copy that was broken off, and compares all of it afterwards: count, order, and
 * every event. What is appended to the source meanwhile is for the next time.
 * @param change what is left out on the way, the same each time; the copy is compared with the changed events
 * @throws CopyRefused when the target holds other events.
 */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  writer: LogWriter,
  onProgress: (events: number) => void,
  change: (event: RecordedEvent) => RecordedEvent = (event) => event,
): Promise<CopiedLog> {
  const rest = eventsOf(from, { change });
  const found = await compare(rest, eventsOf(to), refuseDifference);
  let events = found;
  for await (const page of pagesOf(rest)) {
    await writer.append(page);
    events += page.length;
    onProgress(events);
  }
  const same = await compare(eventsOf(from, { change }), eventsOf(to), (event) => {
    throw new Error(`The copy is not the same at ${nameOf(event)}.`);
  });
  if (same < events) throw new Error(`The copy holds ${same} events of ${events}.`);
  return { events: same, found };
}

/**
 * Takes as many of the source's events as the target has, and compares each; `onDifference` is told the target's first that is not
 * the source's, and throws.
 */
async function compare(
  source: AsyncGenerator<RecordedEvent>,
  target: AsyncGenerator<RecordedEvent>,
  onDifference: (event: RecordedEvent) => never,
): Promise<number> {
  let count = 0;
  for await (const there of target) {
    const { value: here } = (await source.next()) as IteratorResult<RecordedEvent, undefined>;
    if (!here || hashOf(here) !== hashOf(there)) onDifference(there);
    count += 1;
  }
  return count;
}

function refuseDifference(event: RecordedEvent): never {
  throw new CopyRefused(
    `The log to copy to holds ${nameOf(event)}, which the other does not have in that place: copy to an empty one.`,
  );
}

const nameOf = ({ eventId, stream, version, position }: RecordedEvent): string =>
  `event ${eventId} (${stream}, version ${version}, at ${formatPosition(position)})`;

/** What to read of a log. */
interface Reading {
  /** The last place; by default the place where the log ends now. */
  readonly until?: LogPosition;
  readonly change?: (event: RecordedEvent) => RecordedEvent;
}

/** Reads a log from its start. An outage of up to a minute is waited for, and the reading continues behind the last event. */
export async function* eventsOf(
  store: EventStore,
  { until, change = (event) => event }: Reading = {},
): AsyncGenerator<RecordedEvent> {
  const end = until ?? (await store.head());
  const subscription = store.readAll(LOG_START);
  let last = LOG_START;
  for (let waited = 0; comparePositions(last, end) < 0;) {
    const events = await patiently(() => subscription.next(PAGE), OUTAGE_PATIENCE_MS);
    waited = events.length > 0 ? 0 : waited + LOOK_EVERY_MS;
    if (waited > SETTLES_WITHIN_MS) throw new StartError('A transaction stays open and holds the newest events back.');
    if (events.length === 0) await subscription.waitForMore(LOOK_EVERY_MS);
    for (const event of events) {
      if (comparePositions(event.position, end) > 0) return;
      last = event.position;
      yield change(event);
    }
  }
}

/** Goes on where the events were left. */
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

/** Of all that one log has to keep of another's event; the order of an object's keys means nothing, and PostgreSQL changes it. */
function hashOf({ eventId, stream, version, type, data, metadata, recordedAt }: RecordedEvent): string {
  const facts = [eventId, stream, version, type, data, metadata, recordedAt];
  return createHash('sha256').update(JSON.stringify(facts, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
