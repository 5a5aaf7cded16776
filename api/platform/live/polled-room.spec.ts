import { jest } from '@jest/globals';
import type { LiveChanges } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import { PolledRoom } from './polled-room.js';

const LOOK_EVERY_MS = 2_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const readAt = (sequence: number, values: Record<string, string>): LiveRead => ({
  sequence,
  generation: 1,
  rows: Object.entries(values).map(([key, value]) => ({ key, sequence, value: { at: value } })),
});

/** Creates a room whose next reads return what the test sets. */
function room() {
  const state = { next: [] as (LiveRead | Error)[], looks: 0 };
  const definition = {
    topic: 'presence',
    kind: 'presence',
    read: async () => {
      state.looks += 1;
      const found = state.next.length > 1 ? state.next.shift()! : state.next[0]!;
      if (found instanceof Error) throw found;
      return found;
    },
  } as unknown as LiveTopicDefinition;
  const sent: (LiveChanges | 'resync')[] = [];
  const outlet = { changes: (message: LiveChanges) => sent.push(message), resync: () => sent.push('resync') };
  const errors: unknown[] = [];
  const live = new PolledRoom(definition, 'class', 'staff', outlet, (error) => errors.push(error));
  /** Lets the room read these results, one per interval. */
  const readRows = async (...next: (LiveRead | Error)[]) => {
    state.next = next;
    await jest.advanceTimersByTimeAsync(LOOK_EVERY_MS * next.length);
  };
  return { live, readRows, sent, errors, state };
}

const valuesOf = (message: LiveChanges | 'resync' | undefined): Record<string, unknown> =>
  message === 'resync' || !message
    ? {}
    : Object.fromEntries(message.rows.map(({ key, value }) => [key, (value as { at: string } | null)?.at ?? null]));

it('reads every two seconds and sends only changed rows', async () => {
  const { live, readRows, sent, state } = room();
  live.recordReply(readAt(1, { ann: 'a', bob: 'a' }));
  await readRows(
    readAt(2, { ann: 'a', bob: 'a' }),
    readAt(3, { ann: 'b', bob: 'a' }),
    readAt(4, { ann: 'b', bob: 'a' }),
  );
  expect(state.looks).toBe(3);
  expect(sent).toEqual([
    {
      topic: 'presence',
      id: 'class',
      generation: 1,
      sequence: 3,
      rows: [{ key: 'ann', sequence: 3, value: { at: 'b' } }],
    },
  ]);
  live.close();
});

it('sends a removed row once', async () => {
  const { live, readRows, sent } = room();
  live.recordReply(readAt(1, { ann: 'a', bob: 'a' }));
  await readRows(readAt(2, { ann: 'a' }), readAt(3, { ann: 'a' }));
  expect(sent).toMatchObject([{ rows: [{ key: 'bob', sequence: 2, value: null }] }]);
  live.close();
});

it('sends rows that one watcher received differently to all, even when the next read finds them unchanged', async () => {
  const { live, readRows, sent } = room();
  live.recordReply(readAt(1, { ann: 'a', bob: 'a' }));
  live.recordReply(readAt(2, { ann: 'b', cat: 'a' }));
  await readRows(readAt(3, { ann: 'a', bob: 'a' }));
  expect(valuesOf(sent[0])).toEqual({ ann: 'a', bob: 'a', cat: null });
  await readRows(readAt(4, { ann: 'a', bob: 'a' }));
  expect(sent).toHaveLength(1);
  live.close();
});

it('sends resync when a read is older than a reply', async () => {
  const { live, readRows, sent } = room();
  live.recordReply(readAt(9, { ann: 'b' }));
  await readRows(readAt(8, { ann: 'a' }));
  expect(sent).toEqual(['resync']);
  live.recordReply(readAt(8, { ann: 'a' }));
  await readRows(readAt(10, { ann: 'c' }));
  expect(valuesOf(sent[1])).toEqual({ ann: 'c' });
  live.close();
});

it('sends no message before the first reply, and continues after a failure', async () => {
  const { live, readRows, sent, errors } = room();
  await readRows(readAt(1, { ann: 'a' }));
  live.recordReply(readAt(2, { ann: 'a' }));
  await readRows(new Error('The database is unavailable'), readAt(3, { ann: 'b' }));
  expect(errors).toHaveLength(1);
  expect(sent).toHaveLength(1);
  live.close();
});

it('reads immediately after a change, and never after it is closed', async () => {
  const { live, sent, state } = room();
  live.recordReply(readAt(1, { ann: 'a' }));
  state.next = [readAt(2, { ann: 'b' })];
  live.changed();
  await jest.advanceTimersByTimeAsync(0);
  expect(valuesOf(sent[0])).toEqual({ ann: 'b' });
  live.close();
  live.changed();
  await jest.advanceTimersByTimeAsync(10 * LOOK_EVERY_MS);
  expect([state.looks, sent.length]).toEqual([1, 1]);
});
