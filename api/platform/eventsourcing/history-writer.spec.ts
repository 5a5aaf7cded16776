import { HistoryWriter, LogNotEmpty, type PastEvent } from './history-writer.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import type { RecordedEvent } from './message.js';
import type { PersonalDataVault } from './personal-data.js';
import { sampleEvent, sampleMetadata } from './testing/sample-events.js';

const past = (stream: string, occurredAt: string, eventId: string): PastEvent => ({
  ...sampleEvent({}),
  stream,
  eventId,
  metadata: { ...sampleMetadata(), occurredAt },
});

function newWriter(store = new InMemoryEventStore()) {
  const written: RecordedEvent[] = [];
  const append = (events: readonly RecordedEvent[]) => Promise.resolve(void written.push(...events));
  const vault = {
    encrypt: (events: readonly PastEvent[]) =>
      Promise.resolve(events.map((event) => ({ ...event, data: { encrypted: true } }))),
  } as unknown as PersonalDataVault;
  return { written, store, writer: new HistoryWriter(store, { append }, vault, undefined) };
}

const EVENTS = [
  past('b', '2026-01-02T00:00:00.000Z', 'second'),
  past('a', '2026-01-01T00:00:00.000Z', 'first'),
  past('b', '2026-01-03T00:00:00.000Z', 'third'),
];

it('writes encrypted events in the order of their times, recorded when they occurred', async () => {
  const { writer, written } = newWriter();
  await writer.write(EVENTS, []);
  expect(
    written.map(({ eventId, stream, version, recordedAt, data }) => [eventId, stream, version, recordedAt, data]),
  ).toEqual([
    ['first', 'a', 0, '2026-01-01T00:00:00.000Z', { encrypted: true }],
    ['second', 'b', 0, '2026-01-02T00:00:00.000Z', { encrypted: true }],
    ['third', 'b', 1, '2026-01-03T00:00:00.000Z', { encrypted: true }],
  ]);
});

it('refuses a log that contains events outside the given streams', async () => {
  const { writer, store, written } = newWriter();
  await store.appendToStream('other', 'no-stream', [sampleEvent({})]);
  await expect(writer.write(EVENTS, ['another'])).rejects.toThrow(LogNotEmpty);
  expect(written).toEqual([]);
  await writer.write(EVENTS, ['other']);
  expect(written).toHaveLength(EVENTS.length);
});
