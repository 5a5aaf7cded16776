import { type EventStore, VersionConflict } from '../event-store.js';
import { comparePositions, LOG_START } from '../message.js';
import { describeConcurrentAppends } from './event-store.concurrency.conformance.js';
import { describeSubscriptions } from './event-store.subscription.conformance.js';
import { newStream, sampleEvent, sampleEvents, sampleMetadata } from './sample-events.js';

/** Two stores on the same log, like two nodes. A store that exists only in one process is both. */
export interface StoresUnderTest {
  readonly one: EventStore;
  readonly other: EventStore;
}

/** Conformance tests of all event stores. `stores` is called in each test; writers compete for streams for `crossingMs`. */
export function describeEventStore(name: string, stores: () => StoresUnderTest, crossingMs = 500): void {
  describe(`${name} keeps the event store's promises`, () => {
    describe('appending', () => describeAppends(() => stores().one));
    describe('repeating an append', () => describeRepeats(stores));
    describe('reading a stream', () => describeReading(() => stores().one));
    describe('concurrent appends', () => describeConcurrentAppends(stores, crossingMs));
    describe('following the whole log', () => describeSubscriptions(stores));
  });
}

function describeAppends(store: () => EventStore): void {
  it('starts a stream at version 0', async () => {
    expect((await store().appendToStream(newStream(), 'no-stream', [sampleEvent()])).version).toBe(0);
  });

  it('reports whether an append was a repeat', async () => {
    const [stream, events] = [newStream(), sampleEvents(2)];
    expect((await store().appendToStream(stream, 'no-stream', events)).repeated).toBe(false);
    expect((await store().appendToStream(stream, 'no-stream', events)).repeated).toBe(true);
    expect((await store().appendToStream(stream, 1, [sampleEvent()])).repeated).toBe(false);
  });

  it('returns the version of the last event', async () => {
    expect((await store().appendToStream(newStream(), 'no-stream', sampleEvents(3))).version).toBe(2);
  });

  it('continues a stream at its head', async () => {
    const stream = newStream();
    await store().appendToStream(stream, 'no-stream', [sampleEvent()]);
    expect((await store().appendToStream(stream, 0, sampleEvents(2))).version).toBe(2);
    expect((await store().appendToStream(stream, 2, [sampleEvent()])).version).toBe(3);
  });

  it('returns increasing positions along a stream', async () => {
    const stream = newStream();
    const first = await store().appendToStream(stream, 'no-stream', [sampleEvent()]);
    const second = await store().appendToStream(stream, 0, [sampleEvent()]);
    expect(comparePositions(first.position, second.position)).toBeLessThan(0);
  });

  it.each([
    ['a second first event', 1, 'no-stream', 1],
    ['several first events on a stream that exists', 1, 'no-stream', 2],
    ['a stale single event', 3, 0, 1],
    ['a stale pair', 3, 1, 2],
    ['a version above the head', 2, 2, 1],
    ['a pair far above the head', 2, 40, 2],
    ['any version on a missing stream', 0, 0, 1],
  ] as const)('rejects %s and writes nothing', async (_, existing, expected, count) => {
    const stream = newStream();
    if (existing > 0) await store().appendToStream(stream, 'no-stream', sampleEvents(existing));
    await expect(store().appendToStream(stream, expected, sampleEvents(count))).rejects.toBeInstanceOf(VersionConflict);
    expect(await store().readStream(stream)).toHaveLength(existing);
  });

  it('names the stream and the expected version in a conflict', async () => {
    const stream = newStream();
    await expect(store().appendToStream(stream, 5, [sampleEvent()])).rejects.toMatchObject({ stream, expected: 5 });
  });

  it('writes neither event of a stale append of two', async () => {
    const stream = newStream();
    await store().appendToStream(stream, 'no-stream', sampleEvents(2));
    await expect(store().appendToStream(stream, 0, sampleEvents(2))).rejects.toBeInstanceOf(VersionConflict);
    expect((await store().readStream(stream)).map((event) => event.version)).toEqual([0, 1]);
  });

  it('rejects an event id that was used on another stream', async () => {
    const event = sampleEvent();
    await store().appendToStream(newStream(), 'no-stream', [event]);
    const stream = newStream();
    await expect(store().appendToStream(stream, 'no-stream', [event])).rejects.toBeInstanceOf(VersionConflict);
    expect(await store().readStream(stream)).toEqual([]);
  });
}

function describeRepeats(stores: () => StoresUnderTest): void {
  it.each([1, 2])('returns success and the same position for %i repeated first event(s)', async (count) => {
    const stream = newStream();
    const events = sampleEvents(count);
    const first = await stores().one.appendToStream(stream, 'no-stream', events);
    expect(await stores().one.appendToStream(stream, 'no-stream', events)).toEqual({ ...first, repeated: true });
    expect(await stores().one.readStream(stream)).toHaveLength(count);
  });

  it.each([1, 2])('returns success for %i repeated event(s) at a version', async (count) => {
    const stream = newStream();
    await stores().one.appendToStream(stream, 'no-stream', [sampleEvent()]);
    const events = sampleEvents(count);
    const first = await stores().one.appendToStream(stream, 0, events);
    expect(await stores().one.appendToStream(stream, 0, events)).toEqual({ ...first, repeated: true });
    expect(await stores().one.readStream(stream)).toHaveLength(1 + count);
  });

  it('recognizes a repeat after later appends to the stream', async () => {
    const stream = newStream();
    const event = sampleEvent();
    const first = await stores().one.appendToStream(stream, 'no-stream', [event]);
    await stores().one.appendToStream(stream, 0, sampleEvents(3));
    expect(await stores().one.appendToStream(stream, 'no-stream', [event])).toEqual({ ...first, repeated: true });
  });

  it('recognizes a repeat that arrives at another node', async () => {
    const stream = newStream();
    const event = sampleEvent();
    const first = await stores().one.appendToStream(stream, 'no-stream', [event]);
    expect(await stores().other.appendToStream(stream, 'no-stream', [event])).toEqual({ ...first, repeated: true });
  });

  it('rejects the same event ids at another version', async () => {
    const stream = newStream();
    const event = sampleEvent();
    await stores().one.appendToStream(stream, 'no-stream', [event]);
    await expect(stores().one.appendToStream(stream, 0, [event])).rejects.toBeInstanceOf(VersionConflict);
  });

  it('rejects an append of which an earlier one wrote only a part', async () => {
    const stream = newStream();
    const [known, fresh] = [sampleEvent(), sampleEvent()];
    await stores().one.appendToStream(stream, 'no-stream', [known]);
    await expect(stores().one.appendToStream(stream, 'no-stream', [known, fresh])).rejects.toBeInstanceOf(
      VersionConflict,
    );
    expect(await stores().one.readStream(stream)).toHaveLength(1);
  });
}

function describeReading(store: () => EventStore): void {
  it('returns parts of several streams, each in order, and nothing for missing streams', async () => {
    const [first, second] = [newStream(), newStream()];
    await store().appendToStream(first, 'no-stream', sampleEvents(4));
    await store().appendToStream(second, 'no-stream', sampleEvents(2));
    const parts = [
      { stream: first, from: 1, to: 2 },
      { stream: second, from: 1, to: 9 },
      { stream: newStream(), from: 0, to: 1 },
    ];
    const found = await store().readParts(parts);
    const versionsOf = (stream: string) =>
      found.filter((event) => event.stream === stream).map(({ version }) => version);
    expect([versionsOf(first), versionsOf(second), found.length]).toEqual([[1, 2], [1], 3]);
    expect(await store().readParts([])).toEqual([]);
  });

  it('returns [] for a stream that does not exist', async () => {
    expect(await store().readStream(newStream())).toEqual([]);
  });

  it('returns events in version order with all appended fields', async () => {
    const stream = newStream();
    const events = sampleEvents(5);
    await store().appendToStream(stream, 'no-stream', events);
    const read = await store().readStream(stream);
    expect(read.map(({ eventId, type, data, metadata }) => ({ eventId, type, data, metadata }))).toEqual(events);
    expect(read.map((event) => event.version)).toEqual([0, 1, 2, 3, 4]);
    expect(read.every((event) => event.stream === stream)).toBe(true);
  });

  it('reads from a version on', async () => {
    const stream = newStream();
    await store().appendToStream(stream, 'no-stream', sampleEvents(4));
    expect((await store().readStream(stream, 2)).map((event) => event.version)).toEqual([2, 3]);
    expect(await store().readStream(stream, 9)).toEqual([]);
  });

  it.each([
    ['umlauts, emoji and quotes', { text: 'Bär "🛰" \\ \' {},;' }],
    ['nested lists and nulls', { list: [1, [2, { three: null }]], flag: false }],
    ['large and fractional numbers', { big: 9_007_199_254_740_991, small: 0.1, negative: -3.25 }],
    ['an empty object', {}],
    ['text that looks like SQL', { text: "'); drop table log.events; --" }],
  ])('preserves %s', async (_, data) => {
    const stream = newStream();
    await store().appendToStream(stream, 'no-stream', [sampleEvent(data)]);
    expect((await store().readStream(stream))[0]!.data).toEqual(data);
  });

  it('preserves all metadata', async () => {
    const stream = newStream();
    const metadata = sampleMetadata({ actorRole: 'Instructor', address: '192.0.2.1' });
    await store().appendToStream(stream, 'no-stream', [{ ...sampleEvent(), metadata }]);
    expect((await store().readStream(stream))[0]!.metadata).toEqual(metadata);
  });

  it('returns the time at which an event was recorded', async () => {
    const stream = newStream();
    await store().appendToStream(stream, 'no-stream', [sampleEvent()]);
    expect(new Date((await store().readStream(stream))[0]!.recordedAt).getTime()).toBeGreaterThan(0);
  });

  it('reads its own append immediately', async () => {
    const stream = newStream();
    const { position } = await store().appendToStream(stream, 'no-stream', [sampleEvent()]);
    expect((await store().readStream(stream))[0]!.position).toEqual(position);
    expect(comparePositions(position, LOG_START)).toBeGreaterThan(0);
  });
}
