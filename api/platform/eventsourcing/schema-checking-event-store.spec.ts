import { z } from 'zod';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { SchemaCheckingEventStore } from './schema-checking-event-store.js';
import { newStream, sampleEvent } from './testing/sample-events.js';

const store = new SchemaCheckingEventStore(new InMemoryEventStore(), {
  Sampled: z.strictObject({ index: z.number() }),
});

it('stores an event that matches its schema', async () => {
  const stream = newStream();
  await store.appendToStream(stream, 'no-stream', [sampleEvent({ index: 1 })]);
  expect(await store.readStream(stream)).toHaveLength(1);
});

it.each<[string, object, string]>([
  ['a field of another type', { index: 'one' }, 'Sampled'],
  ['an additional field', { index: 1, more: true }, 'Sampled'],
  ['an undeclared event', { index: 1 }, 'Unheard'],
])('rejects %s and stores nothing', async (_, data, type) => {
  const stream = newStream();
  await expect(store.appendToStream(stream, 'no-stream', [sampleEvent(data, type)])).rejects.toThrow();
  expect(await store.readStream(stream)).toEqual([]);
});
