import type { Stream } from './define-stream.js';
import type { EventStore } from './event-store.js';
import type { DomainEvent, RecordedEvent } from './message.js';

const NEWEST_VERSION = 2 ** 31 - 1;

/** Reads many streams with one query. Returns the events of each in the order of `streams`, [] for one that is empty. */
export async function readStreams<State, Command, Event extends DomainEvent>(
  store: EventStore,
  streams: readonly Stream<State, Command, Event>[],
): Promise<(readonly RecordedEvent<Event>[])[]> {
  const byName = new Map<string, RecordedEvent[]>(streams.map(({ name }) => [name, []]));
  const parts = [...byName.keys()].map((stream) => ({ stream, from: 0, to: NEWEST_VERSION }));
  for (const event of await store.readParts(parts)) byName.get(event.stream)!.push(event);
  return streams.map((stream) => stream.typed(byName.get(stream.name)!));
}
