import type { Job, Queue } from 'bullmq';
import type { Pool } from 'pg';
import { type DeadLetter, type DeadLetters, MOST_DEAD_LETTERS } from '../../contracts/dead-letter.contract.js';
import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import { listParkedEvents, type ParkedEvent } from '../../platform/eventsourcing/projecting/dead-letters.js';
import { parkingReason, withoutValues } from '../../platform/eventsourcing/projecting/parking-reason.js';
import { withinTime } from '../../platform/within-time.js';

const JOBS_WITHIN_MS = 2_000;

/** Stores of dead letters. */
export interface DeadLetterSources {
  readonly pool: Pool;
  readonly store: EventStore;
  /** Opens the queue; rejects when the job store fails. */
  readonly jobs: () => Promise<Queue>;
}

/** Returns parked events and failed jobs, oldest first. Shows the type of an event, never its data. */
export async function listDeadLetters(sources: DeadLetterSources): Promise<DeadLetters> {
  const [parked, failed] = await Promise.all([listParked(sources), listFailed(sources.jobs)]);
  const letters = [...parked, ...(failed ?? [])].toSorted((a, b) => a.since.localeCompare(b.since));
  return { letters: letters.slice(0, MOST_DEAD_LETTERS), total: letters.length, jobsKnown: failed !== undefined };
}

async function listParked({ pool, store }: DeadLetterSources): Promise<DeadLetter[]> {
  const [parked, { rows: rebuilding }] = await Promise.all([
    listParkedEvents(pool, MOST_DEAD_LETTERS * 5),
    pool.query<{ name: string }>('select name from plain.projections where rebuild_requested_at is not null'),
  ]);
  const parts = parked.map(({ stream, version }) => ({ stream, from: version, to: version }));
  const events = parts.length > 0 ? await store.readParts(parts) : [];
  const byPosition = new Map(events.map((event) => [positionOf(event), event]));
  const underWay = new Set(rebuilding.map(({ name }) => name));
  return parked.map((each) => parkedLetter(each, byPosition.get(positionOf(each)), underWay));
}

const positionOf = ({ stream, version }: { stream: string; version: number }): string => `${stream} ${version}`;

function parkedLetter(
  { reader, stream, version, eventId, events, reason, parkedAt, replayRequestedAt }: ParkedEvent,
  event: RecordedEvent | undefined,
  rebuilding: ReadonlySet<string>,
): DeadLetter {
  const isReactor = reader.startsWith('reactor:');
  const name = isReactor ? reader.slice('reactor:'.length) : reader.replace(/_v\d+$/, '');
  return {
    key: `${reader} ${stream} ${version}`,
    kind: isReactor ? 'reactor' : 'projection',
    reader: name,
    stream,
    version,
    id: eventId,
    eventType: event?.type ?? null,
    recordedAt: event?.recordedAt ?? null,
    events,
    since: parkedAt.toISOString(),
    error: reason,
    replaying: isReactor ? replayRequestedAt !== null : rebuilding.has(name),
  };
}

/** Returns failed jobs; undefined when the job store does not respond. */
async function listFailed(jobs: DeadLetterSources['jobs']): Promise<DeadLetter[] | undefined> {
  try {
    const asked = jobs().then((queue) => queue.getFailed(0, MOST_DEAD_LETTERS - 1));
    const failed = await withinTime(asked, JOBS_WITHIN_MS);
    return (failed as (Job | undefined)[]).flatMap((job) => (job ? [failedLetter(job)] : []));
  } catch {
    return undefined;
  }
}

function failedLetter({ id = '', name, finishedOn, timestamp, failedReason }: Job): DeadLetter {
  return {
    key: `job ${id}`,
    kind: 'job',
    reader: name,
    stream: null,
    version: null,
    id,
    eventType: null,
    recordedAt: null,
    events: 1,
    since: new Date(finishedOn ?? timestamp).toISOString(),
    error: failedReason ? withoutValues(failedReason) : parkingReason('No reason was recorded.'),
    replaying: false,
  };
}
