import { createHash } from 'node:crypto';
import { parse as parseUuid } from 'uuid';
import { comparePositions, formatPosition, LOG_START, type LogPosition } from '../message.js';
import { type EventDigest, HASH_BYTES, type LogDigests, type RunDigest } from '../sealing/log-digests.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { eventsAfter, KurrentDbCursor } from './kurrentdb-cursor.js';
import { logNameOf } from './kurrentdb-places.js';
import type { PlatformEvent } from './kurrentdb-records.js';
import type { LogEnd } from './log-end.js';

const PAGE = 500;

/** The digests of the log in KurrentDB. All events that can be read are settled, because `$all` has one writer and one order. */
export class KurrentDbDigests implements LogDigests {
  private known: string | undefined;
  /** Events that {@link countSettled} has read after a position. The cursor lets the next count read only new events. */
  private waiting: { after: LogPosition; events: PlatformEvent[]; cursor: KurrentDbCursor } | undefined;

  constructor(
    private readonly kurrentDb: KurrentDb,
    private readonly end?: LogEnd,
  ) {}

  async name(): Promise<string | null> {
    if (this.known) return this.known;
    const [first] = await new KurrentDbCursor(this.kurrentDb, LOG_START).next(1);
    if (first) this.known = logNameOf(first);
    return this.known ?? null;
  }

  async countSettled(after: LogPosition, limit: number): Promise<number> {
    return (await this.settledAfter(after, limit)).length;
  }

  async digestSettled(after: LogPosition, limit: number): Promise<RunDigest | null> {
    return runOf((await this.settledAfter(after, limit)).map(digestOf));
  }

  async digestBetween(after: LogPosition, until: LogPosition): Promise<RunDigest | null> {
    return runOf(await this.digestsBetween(after, until));
  }

  async digestsBetween(after: LogPosition, until: LogPosition): Promise<EventDigest[]> {
    const digests: EventDigest[] = [];
    for await (const own of eventsAfter(this.kurrentDb, after)) {
      if (comparePositions(own.event.position, until) > 0) break;
      digests.push(digestOf(own));
    }
    return digests;
  }

  async countAfter(after: LogPosition): Promise<number> {
    let count = 0;
    for await (const _ of eventsAfter(this.kurrentDb, after, this.end)) count += 1;
    return count;
  }

  /** Scans the whole log, because KurrentDB has no index of event ids. Used when an operator verifies the log. */
  async digestOf(eventId: string): Promise<EventDigest | null> {
    for await (const own of eventsAfter(this.kurrentDb, LOG_START)) if (own.storedId === eventId) return digestOf(own);
    return null;
  }

  private async settledAfter(after: LogPosition, limit: number): Promise<readonly PlatformEvent[]> {
    if (!this.waiting || comparePositions(this.waiting.after, after) !== 0)
      this.waiting = { after, events: [], cursor: new KurrentDbCursor(this.kurrentDb, after, this.end) };
    const { events, cursor } = this.waiting;
    while (events.length < limit) {
      const more = await cursor.next(Math.min(PAGE, limit - events.length));
      if (more.length === 0) break;
      events.push(...more);
    }
    return events.slice(0, limit);
  }
}

/** Hashes each part after its length, so that no two different events hash the same bytes. */
function digestOf({ event, storedId: eventId, created, bytes }: PlatformEvent): EventDigest {
  const { stream, version, position, type } = event;
  const hash = createHash('sha256');
  const facts = [formatPosition(position), stream, String(version), eventId, type, created.toISOString()];
  for (const part of [...facts.map((fact) => Buffer.from(fact, 'utf8')), bytes.data, bytes.metadata]) {
    hash.update(`${part.length}:`).update(part);
  }
  return { eventId, stream, version, position, digest: hash.digest() };
}

function runOf(digests: readonly EventDigest[]): RunDigest | null {
  const [first, last] = [digests[0], digests.at(-1)];
  if (!first || !last) return null;
  const hash = createHash('sha256');
  for (const { digest } of digests) hash.update(digest);
  const entries = digests.map(({ eventId, digest }) =>
    Buffer.concat([parseUuid(eventId), digest.subarray(0, HASH_BYTES)]),
  );
  return {
    events: digests.length,
    first: first.position,
    last: last.position,
    entries: Buffer.concat(entries),
    digest: hash.digest(),
  };
}
