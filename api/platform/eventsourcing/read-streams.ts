import type { EventStore } from './event-store.js';
import type { RecordedEvent } from './message.js';

const NEWEST_VERSION = 2 ** 31 - 1;

/** Many streams with one look, by name; [] for one that is empty. */
export async function readStreams(
  store: EventStore,
  streams: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
  const byStream = new Map<string, RecordedEvent[]>(streams.map((stream) => [stream, []]));
  const parts = [...byStream.keys()].map((stream) => ({ stream, from: 0, to: NEWEST_VERSION }));
  for (const event of await store.readParts(parts)) byStream.get(event.stream)!.push(event);
  return byStream;
}
