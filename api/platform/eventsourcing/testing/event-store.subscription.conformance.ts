import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, LogSubscription } from '../event-store.js';
import { comparePositions, LOG_START, type RecordedEvent } from '../message.js';
import type { StoresUnderTest } from './event-store.conformance.js';
import { newStream, sampleEvent, sampleEvents } from './sample-events.js';

/** Reads until `done` returns true, or until a generous deadline. */
async function readUntil(
  subscription: LogSubscription,
  done: (events: RecordedEvent[]) => boolean,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const deadline = Date.now() + 20_000;
  while (!done(events) && Date.now() < deadline) {
    const batch = await subscription.next(100);
    events.push(...batch);
    if (batch.length === 0) await subscription.waitForMore(50);
  }
  return events;
}

/** Filters events by stream, because other tests may have written to the same log. */
const of = (events: RecordedEvent[], streams: readonly string[]): RecordedEvent[] =>
  events.filter((event) => streams.includes(event.stream));

/** Tests of subscriptions to the whole log. */
export function describeSubscriptions(stores: () => StoresUnderTest): void {
  it('returns every event from before and after its start, in log order', async () => {
    const [past, future] = [newStream(), newStream()];
    await stores().one.appendToStream(past, 'no-stream', sampleEvents(3));
    const subscription = stores().one.readAll(LOG_START);
    await stores().one.appendToStream(future, 'no-stream', sampleEvents(2));
    const events = await readUntil(subscription, (seen) => of(seen, [past, future]).length === 5);
    expect(of(events, [past, future]).map((event) => [event.stream, event.version])).toEqual([
      [past, 0],
      [past, 1],
      [past, 2],
      [future, 0],
      [future, 1],
    ]);
    expect(
      events.every((event, index) => index === 0 || comparePositions(events[index - 1]!.position, event.position) < 0),
    ).toBe(true);
  });

  it('starts after the given position', async () => {
    const stream = newStream();
    await stores().one.appendToStream(stream, 'no-stream', sampleEvents(2));
    const after = (await stores().one.readStream(stream))[0]!.position;
    const [next] = await readUntil(stores().one.readAll(after), (seen) => seen.length > 0);
    expect([next?.stream, next?.version]).toEqual([stream, 1]);
  });

  it('returns at most the requested number of events, and [] when it has caught up', async () => {
    await stores().one.appendToStream(newStream(), 'no-stream', sampleEvents(5));
    const subscription = stores().one.readAll(LOG_START);
    expect(await subscription.next(2)).toHaveLength(2);
    while ((await subscription.next(100)).length > 0);
    expect(await subscription.next(10)).toEqual([]);
  });

  it('returns the position of the newest event', async () => {
    const { position } = await stores().one.appendToStream(newStream(), 'no-stream', sampleEvents(2));
    expect(await stores().one.head()).toEqual(position);
    expect(await stores().other.head()).toEqual(position);
  });

  it('returns events that another node appends', async () => {
    const stream = newStream();
    const subscription = stores().one.readAll(LOG_START);
    await stores().other.appendToStream(stream, 'no-stream', [sampleEvent()]);
    expect(of(await readUntil(subscription, (seen) => of(seen, [stream]).length === 1), [stream])).toHaveLength(1);
  });

  it('ends a wait early when an event arrives', async () => {
    const subscription = stores().one.readAll(LOG_START);
    while ((await subscription.next(1_000)).length > 0);
    const started = Date.now();
    const woken = subscription.waitForMore(15_000);
    await stores().one.appendToStream(newStream(), 'no-stream', [sampleEvent()]);
    await woken;
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('ends a wait after the timeout', async () => {
    const subscription = stores().one.readAll(LOG_START);
    while ((await subscription.next(1_000)).length > 0);
    await expect(subscription.waitForMore(20)).resolves.toBeUndefined();
  });

  it('returns the same order to two subscribers', async () => {
    const streams = Array.from({ length: 40 }, newStream);
    const followers = [stores().one.readAll(LOG_START), stores().other.readAll(LOG_START)];
    await Promise.all(
      streams.map((stream, index) => node(stores(), index).appendToStream(stream, 'no-stream', sampleEvents(2))),
    );
    const [left, right] = await Promise.all(
      followers.map((follower) => readUntil(follower, (seen) => of(seen, streams).length === 80)),
    );
    expect(of(left!, streams).map((event) => event.eventId)).toEqual(of(right!, streams).map((event) => event.eventId));
  });

  it('neither skips, repeats nor reorders events while 16 writers append with random delays through two nodes', async () => {
    const streams = Array.from({ length: 16 }, newStream);
    const writers = streams.map(async (stream, seed) => {
      let head: number | 'no-stream' = 'no-stream';
      for (let turn = 0; turn < 20; turn += 1) {
        head = (await node(stores(), seed + turn).appendToStream(stream, head, sampleEvents(1 + (turn % 2)))).version;
        await delay((seed * 5 + turn * 3) % 4);
      }
    });
    const subscription = stores().one.readAll(LOG_START);
    const reading = readUntil(subscription, (seen) => of(seen, streams).length === 16 * 30);
    await Promise.all(writers);
    const seen = of(await reading, streams);
    for (const stream of streams) {
      const versions = of(seen, [stream]).map((event) => event.version);
      expect(versions).toEqual(Array.from({ length: 30 }, (_, index) => index));
    }
  });

  it('can be closed', async () => {
    await expect(stores().one.readAll(LOG_START).close()).resolves.toBeUndefined();
  });
}

const node = (stores: StoresUnderTest, index: number): EventStore => (index % 2 === 0 ? stores.one : stores.other);
