import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { EpochWatch } from '../database/epoch-watch.js';
import { Commands } from './commands.js';
import { event } from './define-events.js';
import { defineStream } from './define-stream.js';
import { VersionConflict } from './event-store.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import type { RecordedEvent } from './message.js';
import { sampleMetadata } from './testing/sample-events.js';

type Count = { type: 'Count'; by: number };

/** Rejects counts above ten. */
const counter = (isBusy: boolean) =>
  defineStream({
    prefix: 'count',
    key: () => '',
    events: { Counted: event(z.object({ by: z.number() })), Lowered: event(z.object({ by: z.number() })) },
    initialState: 0,
    isBusy,
    decide: ({ by }: Count, count) => {
      if (count + by > 10) throw new Error('full');
      return by === 0 ? [] : [{ type: by < 0 ? 'Lowered' : 'Counted', data: { by } }];
    },
    evolve: (count, { data }) => count + data.by,
  }).of();

/** Records the version from which each read starts. */
class WatchedStore extends InMemoryEventStore {
  readonly readFrom: number[] = [];

  override readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    this.readFrom.push(from);
    return super.readStream(stream, from);
  }
}

const context = () => ({ commandId: uuidv7(), metadata: sampleMetadata() });
const count = (by = 1): Count => ({ type: 'Count', by });

it('reads only the new events of a busy stream, including those of other nodes', async () => {
  const store = new WatchedStore();
  const [commands, elsewhere] = [new Commands(store, new EpochWatch()), new Commands(store, new EpochWatch())];
  const busy = counter(true);
  await commands.handle(busy, count(3), context());
  await elsewhere.handle(busy, count(3), context());
  const { state } = await commands.handle(busy, count(0), context());
  expect(state).toBe(6);
  await commands.handle(busy, count(0), context());
  expect(store.readFrom).toEqual([0, 0, 1, 2]);
});

it('caches no state of other streams', async () => {
  const store = new WatchedStore();
  const commands = new Commands(store, new EpochWatch());
  for (let time = 0; time < 3; time += 1) await commands.handle(counter(false), count(), context());
  expect(store.readFrom).toEqual([0, 0, 0]);
});

it('accepts concurrent commands on two nodes up to the limit, and rejects the others by the rule', async () => {
  const store = new InMemoryEventStore();
  const nodes = [new Commands(store, new EpochWatch()), new Commands(store, new EpochWatch())];
  const busy = counter(true);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => nodes[index % 2]!.handle(busy, count(), context())),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason))).toEqual(
    Array.from({ length: 40 }, () => 'Error: full'),
  );
  expect(await store.readStream('count')).toHaveLength(10);
});

it.each([true, false])('returns to a repeated command what was recorded first (busy stream: %s)', async (isBusy) => {
  const store = new InMemoryEventStore();
  const nodes = [new Commands(store, new EpochWatch()), new Commands(store, new EpochWatch())] as const;
  const command = context();
  const answers = await Promise.all([
    nodes[0].handle(counter(isBusy), count(3), command),
    nodes[1].handle(counter(isBusy), count(4), command),
  ]);
  await nodes[0].handle(counter(isBusy), count(5), context());
  expect(answers.map(({ state, events: [first] }) => [state, first!.data])).toEqual([
    [3, { by: 3 }],
    [3, { by: 3 }],
  ]);
  expect(answers.map(({ appended }) => appended?.repeated)).toEqual([false, true]);
});

it.each([true, false])(
  'returns to a late repeat what was recorded before other events (busy stream: %s)',
  async (isBusy) => {
    const commands = new Commands(new InMemoryEventStore(), new EpochWatch());
    const command = context();
    await commands.handle(counter(isBusy), count(1), context());
    await commands.handle(counter(isBusy), count(3), command);
    await commands.handle(counter(isBusy), count(5), context());
    const { state, events, appended } = await commands.handle(counter(isBusy), count(1), command);
    expect([state, events.map(({ data }) => data), appended]).toEqual([
      4,
      [{ by: 3 }],
      expect.objectContaining({ version: 1, repeated: true }),
    ]);
  },
);

it('does not take another command of the same request for a repeat', async () => {
  const commands = new Commands(new InMemoryEventStore(), new EpochWatch());
  const request = context();
  await commands.handle(counter(false), count(3), request);
  await expect(commands.handle(counter(false), count(-1), request)).rejects.toBeInstanceOf(VersionConflict);
});

it('discards the cached state after a failed append', async () => {
  const store = new WatchedStore();
  const commands = new Commands(store, new EpochWatch());
  const busy = counter(true);
  await commands.handle(busy, count(), context());
  await commands.handle(busy, count(0), context());
  const append = store.appendToStream.bind(store);
  store.appendToStream = () => Promise.reject(new Error('away'));
  await expect(commands.handle(busy, count(), context())).rejects.toThrow('away');
  store.appendToStream = append;
  expect((await commands.handle(busy, count(), context())).state).toBe(2);
  expect(store.readFrom.at(-1)).toBe(0);
});
