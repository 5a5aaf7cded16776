import { setImmediate as turn } from 'node:timers/promises';
import type { LogSubscription } from '../event-store.js';
import { InMemoryEventStore } from '../in-memory-event-store.js';
import { LOG_START, type LogPosition, type RecordedEvent } from '../message.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { SharedLog } from './shared-log.js';

const EVERY_MS = 125;

let now: number;
let store: InMemoryEventStore;
/** Number of events that each read of the store has returned. */
let reads: number[];
/** Errors of the next reads of the store. */
let failures: Error[];
/** The pauses of the shared log that have not ended. */
let pauses: { until: number; end(): void }[];
/** The longest durations of the waits for a hint. */
let waits: number[];
/** Whether hints arrive. Otherwise waits last until their timeout. */
let isHinted: boolean;
let log: SharedLog;

beforeEach(() => {
  now = 0;
  store = new InMemoryEventStore();
  [reads, failures, pauses, waits] = [[], [], [], []];
  isHinted = true;
  log = new SharedLog(
    { readAll: countingReads },
    { now: () => now, pause: (ms) => new Promise<void>((end) => pauses.push({ until: now + ms, end })) },
  );
});

/** A subscription whose waits end at once with a hint. */
function countingReads(after: LogPosition): LogSubscription {
  const subscription = store.readAll(after);
  return {
    ...subscription,
    next: async (limit) => {
      const events = await subscription.next(limit);
      reads.push(events.length);
      const failure = failures.shift();
      if (failure) throw failure;
      return events;
    },
    waitForMore: async (timeoutMs) => {
      waits.push(timeoutMs);
      if (!isHinted) now += timeoutMs;
    },
  };
}

async function append(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    await store.appendToStream(newStream(), 'no-stream', [sampleEvent()]);
  }
}

/** Lets time pass, ends the pauses that are over, and lets everything run that was waiting for them. */
async function pass(ms: number): Promise<void> {
  now += ms;
  for (const { end } of pauses.filter(({ until }) => until <= now)) end();
  pauses = pauses.filter(({ until }) => until > now);
  await turn();
}

const numbers = (events: readonly RecordedEvent[]): number[] => events.map(({ position }) => Number(position.position));
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
const positionOf = async (number: number): Promise<LogPosition> =>
  (await store.readAll(LOG_START).next(number)).at(-1)!.position;

it('reads the log once for several readers, whatever their batch size', async () => {
  await append(7);
  const [one, two] = [log.readAll(LOG_START), log.readAll(LOG_START)];
  const [all, first] = await Promise.all([one.next(100), two.next(5)]);
  expect(numbers(all)).toEqual(range(1, 7));
  expect(numbers(first)).toEqual(range(1, 5));
  expect(numbers(await two.next(5))).toEqual([6, 7]);
  expect(reads).toEqual([7]);
});

it('reads once for each batch while several readers wait', async () => {
  const seen: number[][] = [[], []];
  const stopped = new AbortController();
  const readers = seen.map(async (events, nth) => {
    const subscription = log.readAll(LOG_START);
    while (!stopped.signal.aborted) {
      events.push(...numbers(await subscription.next(nth === 0 ? 1_000 : 3)));
      await subscription.waitForMore(60_000);
    }
  });
  for (let batch = 0; batch < 4; batch += 1) {
    await append(5);
    await pass(EVERY_MS);
    await pass(0);
  }
  stopped.abort();
  await pass(EVERY_MS);
  await Promise.all(readers);
  expect(seen).toEqual([range(1, 20), range(1, 20)]);
  expect(reads.filter((events) => events > 0)).toEqual([5, 5, 5, 5]);
});

describe('the pace', () => {
  /** Appends and reads as soon as the log lets the reader, and returns the times of the reads that found events. */
  async function readEagerly(times: number): Promise<number[]> {
    const subscription = log.readAll(LOG_START);
    const readAt: number[] = [];
    while (readAt.length < times) {
      await append(1);
      const events = await subscription.next(1_000);
      if (events.length > 0) readAt.push(now);
      await pass(events.length > 0 ? 0 : 5);
    }
    return readAt;
  }

  it('reads the first events after a quiet period at once, and then one batch every 125 ms', async () => {
    expect(await readEagerly(9)).toEqual([0, 0, 0, 0, 0, 125, 250, 375, 500]);
  });

  it('does not delay a log that fills whole batches', async () => {
    await append(3_500);
    const subscription = log.readAll(LOG_START);
    const batches: number[] = [];
    for (let batch = 0; batch < 4; batch += 1) batches.push((await subscription.next(1_000)).length);
    expect([batches, now]).toEqual([[1_000, 1_000, 1_000, 500], 0]);
  });
});

it('lets a reader that is far behind read alone until it has caught up', async () => {
  await append(4_000);
  const ahead = log.readAll(await positionOf(3_990));
  expect(numbers(await ahead.next(1_000))).toEqual(range(3_991, 4_000));
  const behind = log.readAll(LOG_START);
  const seen: number[] = [];
  while (seen.length < 4_000) seen.push(...numbers(await behind.next(1_000)));
  expect(seen).toEqual(range(1, 4_000));
  await append(3);
  await pass(EVERY_MS);
  reads = [];
  expect(await Promise.all([ahead.next(10), behind.next(10)])).toHaveLength(2);
  expect(reads).toEqual([3]);
});

it('serves a reader that starts again from events in memory', async () => {
  await append(10);
  await log.readAll(LOG_START).next(1_000);
  expect(numbers(await log.readAll(await positionOf(4)).next(1_000))).toEqual(range(5, 10));
  expect(reads).toEqual([10]);
});

describe('an idle log', () => {
  /** Reads until the waits for a hint are longest. */
  async function becomeIdle(): Promise<LogSubscription> {
    await append(10);
    isHinted = false;
    const reader = log.readAll(LOG_START);
    await reader.next(1_000);
    for (let wait = 0; wait < 10; wait += 1) {
      await pass(EVERY_MS);
      expect(await reader.next(1_000)).toEqual([]);
    }
    return reader;
  }

  it('is read less and less often', async () => {
    await becomeIdle();
    expect(waits.slice(0, 8)).toEqual([20, 40, 80, 160, 320, 640, 1_000, 1_000]);
  });

  it('is read again soon after a hint without events, which an older transaction may hide', async () => {
    const reader = await becomeIdle();
    isHinted = true;
    await pass(0);
    await reader.next(1_000);
    await pass(0);
    isHinted = false;
    await reader.next(1_000);
    await pass(0);
    expect(waits.slice(-3)).toEqual([1_000, 20, 20]);
  });

  it('keeps no events in memory', async () => {
    await becomeIdle();
    reads = [];
    expect(numbers(await log.readAll(await positionOf(4)).next(1_000))).toEqual(range(5, 10));
    expect(reads).toEqual([6]);
  });
});

it('skips nothing after a read that failed when it already had the events', async () => {
  await append(5);
  failures = [new Error('The keys are away')];
  const [one, two] = [log.readAll(LOG_START), log.readAll(LOG_START)];
  const outcomes = await Promise.allSettled([one.next(10), two.next(10)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(numbers(await one.next(10))).toEqual(range(1, 5));
  expect(numbers(await two.next(10))).toEqual(range(1, 5));
  expect(reads).toEqual([5, 5]);
});

it('ends a wait by its timeout while nothing is appended', async () => {
  const subscription = log.readAll(LOG_START);
  expect(await subscription.next(10)).toEqual([]);
  await expect(subscription.waitForMore(1)).resolves.toBeUndefined();
});
