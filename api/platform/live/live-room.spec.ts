import { setTimeout as delay } from 'node:timers/promises';
import type { LiveChanges } from '../../contracts/live.contract.js';
import { LiveRoom } from './live-room.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** Creates a room whose next read returns what the test sets. */
function room(kind: 'rows' | 'snapshot' = 'rows') {
  const state = { read: { sequence: 0, generation: 1, rows: [] } as LiveRead, reads: [] as number[], failures: 0 };
  let gate: Promise<void> | undefined;
  /** Blocks reads until the returned function is called. */
  const hold = (): (() => void) => {
    let open!: () => void;
    gate = new Promise((resolve) => (open = resolve));
    return open;
  };
  const definition: LiveTopicDefinition = {
    topic: 'gradebook',
    kind,
    audienceOf: async () => 'staff',
    changeOf: (id) => ({ topic: 'gradebook', id }),
    read: async (_id, _audience, since) => {
      state.reads.push(since);
      await gate;
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error('The database is unavailable');
      }
      return state.read;
    },
  };
  const sent: (LiveChanges | 'resync')[] = [];
  const outlet = { changes: (message: LiveChanges) => sent.push(message), resync: () => sent.push('resync') };
  const errors: unknown[] = [];
  const live = new LiveRoom(definition, 'id', 'staff', 0, outlet, (error) => errors.push(error));
  live.recordReply({ sequence: 0, generation: 1, rows: [] });
  return { state, sent, errors, definition, room: live, gate: hold };
}

const rows = (sequence: number): LiveRead => ({
  sequence,
  generation: 1,
  rows: [{ key: 'k', sequence, value: sequence }],
});

async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!done() && Date.now() < deadline) await delay(5);
}

it('sends the remaining rows when there are too many for one message', async () => {
  const { state, sent, room: live } = room();
  state.read = { ...rows(10), hasMore: true };
  live.changed();
  await until(() => sent.length === 1);
  state.read = rows(25);
  await until(() => sent.length === 2);
  expect(sent).toMatchObject([{ sequence: 10 }, { sequence: 25 }]);
  expect(state.reads).toEqual([0, 10]);
});

it('combines many changes into few reads, each since the previous one', async () => {
  const { state, sent, room: live } = room();
  for (let sequence = 1; sequence <= 50; sequence += 1) {
    state.read = rows(sequence);
    live.changed();
    await delay(2);
  }
  await until(() => (sent.at(-1) as LiveChanges | undefined)?.sequence === 50);
  expect((sent.at(-1) as LiveChanges).sequence).toBe(50);
  expect(sent.length).toBeLessThan(10);
  expect(state.reads[0]).toBe(0);
  expect(state.reads.slice(1)).toEqual(sent.slice(0, -1).map((message) => (message as LiveChanges).sequence));
});

it('sends no message when nothing is new', async () => {
  const { state, sent, room: live } = room();
  live.changed();
  await until(() => state.reads.length === 1);
  expect(sent).toEqual([]);
});

it('sends a snapshot again only when it differs', async () => {
  const { state, sent, room: live } = room('snapshot');
  const snapshot = (sequence: number, value: unknown): LiveRead => ({
    sequence,
    generation: 1,
    rows: [{ key: 'snapshot', sequence, value }],
  });
  for (const [index, value] of ['a', 'a', 'b'].entries()) {
    state.read = snapshot(index + 1, value);
    live.changed();
    await until(() => state.reads.length === index + 1);
  }
  expect(sent.map((message) => (message as LiveChanges).rows[0]!.value)).toEqual(['a', 'b']);
});

it('sends a snapshot again that was read before the change it contains was counted', async () => {
  const { state, sent, room: live } = room('snapshot');
  const reads: [number, string][] = [
    [1, 'a'],
    [1, 'b'],
    [2, 'b'],
    [3, 'b'],
  ];
  for (const [index, [sequence, value]] of reads.entries()) {
    state.read = { sequence, generation: 1, rows: [{ key: 'snapshot', sequence, value }] };
    live.changed();
    await until(() => state.reads.length === index + 1);
    await delay(10);
  }
  expect(sent).toMatchObject([
    { sequence: 1, rows: [{ value: 'a' }] },
    { sequence: 1, rows: [{ value: 'b' }] },
    { sequence: 2, rows: [{ value: 'b' }] },
  ]);
});

it('sends a snapshot only when not all watchers have received it in a reply', async () => {
  const { state, sent, room: live } = room('snapshot');
  const snapshot = (sequence: number, value: string): LiveRead => ({
    sequence,
    generation: 1,
    rows: [{ key: 'snapshot', sequence, value }],
  });
  live.recordReply(snapshot(1, 'a'));
  for (const [index, value] of ['a', 'b'].entries()) {
    state.read = snapshot(index + 1, value);
    live.changed();
    await until(() => state.reads.length === index + 1);
  }
  live.recordReply(snapshot(3, 'c'));
  state.read = snapshot(4, 'b');
  live.changed();
  await until(() => state.reads.length === 3);
  expect(sent.map((message) => (message as LiveChanges).rows[0]!.value)).toEqual(['b', 'b']);
});

it('waits for the topic’s pause between two messages', async () => {
  const { state, sent, definition, room: live } = room();
  Object.assign(definition, { pauseMs: 60_000 });
  for (const sequence of [1, 2, 3]) {
    state.read = rows(sequence);
    live.changed();
    await delay(100);
  }
  live.close();
  expect(sent).toMatchObject([{ sequence: 1 }]);
});

it('sends resync when the generation changes', async () => {
  const { state, sent, room: live } = room();
  state.read = { ...rows(1), generation: 2 };
  live.changed();
  await until(() => sent.length === 1);
  expect(sent).toEqual(['resync']);
});

it('retries after a failure without losing changes', async () => {
  const { state, sent, errors, room: live } = room();
  state.failures = 1;
  state.read = rows(7);
  live.changed();
  await until(() => sent.length === 1);
  expect(errors).toHaveLength(1);
  expect(state.reads).toEqual([0, 0]);
  expect((sent[0] as LiveChanges).sequence).toBe(7);
});

it('reads again from the sequence of an older reply', async () => {
  const { state, sent, room: live } = room('snapshot');
  const snapshot = (sequence: number, value: string): LiveRead => ({
    sequence,
    generation: 1,
    rows: [{ key: 'snapshot', sequence, value }],
  });
  state.read = snapshot(9, 'now');
  live.changed();
  await until(() => sent.length === 1);
  live.recordReply(snapshot(5, 'then'));
  await until(() => sent.length === 2);
  expect(state.reads).toEqual([0, 5]);
});

it('sends resync when a reply has another generation', async () => {
  const { state, sent, room: live } = room();
  state.read = { ...rows(1), generation: 2 };
  live.recordReply({ sequence: 1, generation: 2, rows: [] });
  await until(() => sent.length === 1);
  expect(sent).toEqual(['resync']);
});

it('sends no message once closed', async () => {
  const { state, sent, room: live } = room();
  state.read = rows(1);
  live.changed();
  live.close();
  live.changed();
  await delay(200);
  expect(sent).toEqual([]);
});

it.each([0, 1])('neither sends nor retries when closed during a read, failures: %d', async (failures) => {
  const { state, sent, room: live, gate } = room();
  Object.assign(state, { read: rows(1), failures });
  const open = gate();
  live.changed();
  await until(() => state.reads.length === 1);
  live.changed();
  live.close();
  open();
  // Longer than the delay before a retry.
  await delay(1_200);
  expect([state.reads, sent]).toEqual([[0], []]);
});
