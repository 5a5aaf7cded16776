import { LRUCache } from 'lru-cache';
import type { EventToAppend, RecordedEvent } from '../message.js';

/** Ids kept of the streams that were read last: about 10 MB when full. */
const MAX_IDS = 100_000;
/** Ids kept of what was appended last, on any stream. */
const MAX_RECENT = 10_000;

type Place = Pick<RecordedEvent, 'version' | 'eventId'>;

/**
 * What KurrentDB does not do: it takes an append at the head whatever its ids are. Within a stream an id that was used before is
 * always found, because a stream's ids are remembered from its reading, or read. On another stream it is found while it is among
 * the newest that this process appended: ids are derived from their stream's name, so one can only come there by a bug.
 */
export class KnownEventIds {
  /** Of each stream the ids of its first versions, without a gap. */
  private readonly streams = new LRUCache<string, readonly string[]>({
    maxSize: MAX_IDS,
    sizeCalculation: (ids) => ids.length + 1,
  });
  private readonly recent = new LRUCache<string, string>({ max: MAX_RECENT });

  /** Takes note of a stream's events that were read or appended, in their order. */
  learn(stream: string, events: readonly Place[]): readonly string[] {
    const ids = this.streams.get(stream) ?? [];
    const news = events.filter(({ version }) => version >= ids.length);
    if (news[0]?.version !== ids.length) return ids;
    const more = [...ids, ...news.map(({ eventId }) => eventId)];
    this.streams.set(stream, more);
    return more;
  }

  /** Takes note of what was appended where. */
  remember(stream: string, events: readonly EventToAppend[]): void {
    for (const { eventId } of events) this.recent.set(eventId, stream);
  }

  /** Whether one of the events has an id that stands in the stream before `version`, or was just used on another one. */
  async isUsed(
    stream: string,
    version: number,
    events: readonly EventToAppend[],
    read: (from: number, to: number) => Promise<readonly Place[]>,
  ): Promise<boolean> {
    const wanted = new Set(events.map(({ eventId }) => eventId));
    if (events.some(({ eventId }) => (this.recent.get(eventId) ?? stream) !== stream)) return true;
    const known = this.streams.get(stream)?.length ?? 0;
    const missing = known < version ? await read(known, version - 1) : [];
    const earlier = [...(this.streams.get(stream)?.slice(0, version) ?? []), ...missing.map(({ eventId }) => eventId)];
    this.learn(stream, missing);
    return earlier.some((id) => wanted.has(id));
  }
}
