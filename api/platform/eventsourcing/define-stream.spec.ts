import { z } from 'zod';
import { event } from './define-events.js';
import { defineStream } from './define-stream.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { readStreams } from './read-streams.js';
import { StreamSet } from './stream-set.js';
import { sampleEvent } from './testing/sample-events.js';

const countEvents = { Counted: event(z.object({ by: z.number() })) };
const rules = {
  events: countEvents,
  initialState: 0,
  decide: (by: number) => [{ type: 'Counted' as const, data: { by } }],
  evolve: (count: number, { data }: { data: { by: number } }) => count + data.by,
};
const counter = defineStream({ prefix: 'counter', ...rules });
const pair = defineStream({ prefix: 'pair', key: (a: string, b: string) => `${a}-${b}`, ...rules });
const total = defineStream({ prefix: 'total', key: () => '', ...rules });

it('names streams by prefix and key', () => {
  expect([counter.name('1'), pair.name('1', '2'), total.name()]).toEqual(['counter-1', 'pair-1-2', 'total']);
});

it('appends to a stream and folds it', async () => {
  const store = new InMemoryEventStore();
  const events = [1, 2].map((by) => ({ ...sampleEvent({}, 'Counted'), type: 'Counted' as const, data: { by } }));
  await counter.of('1').append(store, 'no-stream', events);
  expect(await counter.of('1').state(store)).toBe(3);
  expect(await counter.of('2').state(store)).toBe(0);
  expect((await counter.of('1').read(store)).map(({ data }) => data.by)).toEqual([1, 2]);
});

it('returns many streams in the requested order', async () => {
  const store = new InMemoryEventStore();
  for (const by of [1, 2]) await store.appendToStream(`counter-${by}`, 'no-stream', [sampleEvent({ by }, 'Counted')]);
  const streams = await readStreams(
    store,
    ['2', '3', '1', '2'].map((id) => counter.of(id)),
  );
  expect(streams.map((events) => events.map(({ data }) => data.by))).toEqual([[2], [], [1], [2]]);
});

it('collects an event once when several streams share it', () => {
  expect(Object.keys(new StreamSet([counter, total]).schemas)).toEqual(['Counted']);
});

it('rejects two definitions with the same prefix', () => {
  expect(() => new StreamSet([counter, counter])).toThrow('Two definitions have the stream prefix counter');
});

it('rejects two declarations of the same event', () => {
  const other = defineStream({ prefix: 'other', ...rules, events: { Counted: event(z.object({ by: z.number() })) } });
  expect(() => new StreamSet([counter, other])).toThrow('The event Counted is declared twice');
});

it('identifies the streams that contain at most one event', () => {
  const streams = new StreamSet([counter, defineStream({ prefix: 'once', holdsOneEvent: true, ...rules })]);
  expect(['once-1', 'counter-1', 'onceover-1'].map(streams.holdsOneEvent)).toEqual([true, false, false]);
});
