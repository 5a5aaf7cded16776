import { LRUCache } from 'lru-cache';
import { lruCache } from '../../lru-cache.js';
import type { EventToAppend, RecordedEvent } from '../message.js';

/** Ids cached of the most recently read streams: about 10 MB when full. */
const MAX_IDS = 100_000;
/** Ids cached of the most recent appends, on any stream. */
const MAX_RECENT = 10_000;

type StoredEvent = Pick<RecordedEvent, 'version' | 'eventId'>;

/**
 * Detects event ids that were used before, which KurrentDB does not: it accepts an append at the head with any ids. Within a
 * stream, a reused id is always found, because the stream's ids are cached or read. On another stream it is found only among the
 * newest appends of this process. That case requires a bug, because ids are derived from the name of their stream.
 */
export class KnownEventIds {
  /** Ids of each stream's first versions, without gaps. */
  private readonly streams = new LRUCache<string, readonly string[]>({
    maxSize: MAX_IDS,
    sizeCalculation: (ids) => ids.length + 1,
  });
  private readonly recent = lruCache<string>(MAX_RECENT);

  /** Caches the ids of a stream's events, read or appended, in order. Returns all cached ids of the stream. */
  cacheStream(stream: string, events: readonly StoredEvent[]): readonly string[] {
    const ids = this.streams.get(stream) ?? [];
    const news = events.filter(({ version }) => version >= ids.length);
    if (news[0]?.version !== ids.length) return ids;
    const more = [...ids, ...news.map(({ eventId }) => eventId)];
    this.streams.set(stream, more);
    return more;
  }

  /** Caches the stream of appended events. */
  remember(stream: string, events: readonly EventToAppend[]): void {
    for (const { eventId } of events) this.recent.set(eventId, stream);
  }

  /** Returns whether an event has an id that the stream contains before `version`, or that was recently appended to another stream. */
  async isUsed(
    stream: string,
    version: number,
    events: readonly EventToAppend[],
    read: (from: number, to: number) => Promise<readonly StoredEvent[]>,
  ): Promise<boolean> {
    const wanted = new Set(events.map(({ eventId }) => eventId));
    if (events.some(({ eventId }) => (this.recent.get(eventId) ?? stream) !== stream)) return true;
    const known = this.streams.get(stream)?.length ?? 0;
    const missing = known < version ? await read(known, version - 1) : [];
    const earlier = [...(this.streams.get(stream)?.slice(0, version) ?? []), ...missing.map(({ eventId }) => eventId)];
    this.cacheStream(stream, missing);
    return earlier.some((id) => wanted.has(id));
  }
}
