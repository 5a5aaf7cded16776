import type { LiveChanges, LiveRow } from '../../contracts/live.contract.js';
import type { LiveTopicDefinition } from './live-topic.js';
import { createRoomMemory, digestOf, type RoomMemory } from './room-memory.js';

const memoryOf = (kind: LiveTopicDefinition['kind'], sequence = 10): RoomMemory =>
  createRoomMemory({ kind } as LiveTopicDefinition, sequence);

const row = (key: string, sequence: number, value: unknown = key): LiveRow<unknown> => ({ key, sequence, value });
const message = (sequence: number, rows: LiveRow<unknown>[], generation = 1): LiveChanges => ({
  topic: 'gradebook',
  id: 'id',
  generation,
  sequence,
  rows,
});
const from = (since?: number, digest?: string, generation = 1) => ({
  topic: 'gradebook' as const,
  id: 'id',
  ...(since !== undefined && { since, generation }),
  ...(digest !== undefined && { digest }),
});

describe('the memory of a room of kind rows', () => {
  it('returns each row that changed after a position once', () => {
    const memory = memoryOf('rows');
    memory.changed(message(12, [row('a', 11), row('b', 12)]));
    memory.changed(message(14, [row('a', 14, 'newer')]));
    expect(memory.changesFor(from(11))).toEqual({
      generation: 1,
      sequence: 14,
      full: false,
      rows: [row('a', 14, 'newer'), row('b', 12)],
    });
    expect(memory.changesFor(from(14))).toBeNull();
    expect(memory.changesFor(from(99))).toBeNull();
  });

  it('requires a read before its beginning, in another generation, or without a position', () => {
    const memory = memoryOf('rows');
    expect(memory.changesFor(from(10))).toBeUndefined();
    memory.recordReply({ sequence: 10, generation: 1, rows: [] });
    expect(memory.changesFor(from(10))).toBeNull();
    expect(memory.changesFor(from(9))).toBeUndefined();
    expect(memory.changesFor(from(10, undefined, 2))).toBeUndefined();
    expect(memory.changesFor(from())).toBeUndefined();
  });

  it('removes the oldest messages, and all messages when watchers must start over', () => {
    const memory = memoryOf('rows');
    for (let sequence = 11; sequence <= 120; sequence += 1) memory.changed(message(sequence, [row('a', sequence)]));
    expect(memory.changesFor(from(19))).toBeUndefined();
    expect(memory.changesFor(from(20))).toMatchObject({ sequence: 120 });
    memory.forget();
    expect(memory.changesFor(from(120))).toBeUndefined();
    memory.changed(message(130, [row('a', 125)], 2));
    expect(memory.changesFor(from(120, undefined, 2))).toBeUndefined();
    expect(memory.changesFor(from(130, undefined, 2))).toBeNull();
  });
});

describe('the memory of a room of kind snapshot or presence', () => {
  it('returns the snapshot to watchers with another one', () => {
    const memory = memoryOf('snapshot');
    expect(memory.changesFor(from(5, 'x'))).toBeUndefined();
    memory.recordReply({ sequence: 11, generation: 1, rows: [row('snapshot', 11, 'old')] });
    memory.changed(message(12, [row('snapshot', 12, 'new')]));
    const digest = digestOf([row('snapshot', 1, 'new')]);
    expect(memory.digest()).toBe(digest);
    expect(memory.changesFor(from(11, digestOf([row('snapshot', 11, 'old')])))).toEqual({
      generation: 1,
      sequence: 12,
      full: true,
      rows: [row('snapshot', 12, 'new')],
      digest,
    });
    expect(memory.changesFor(from(99, digest))).toBeNull();
    expect(memory.changesFor(from(99, 'read at a node that is further'))).toBeUndefined();
  });

  it('applies changed and removed rows of presence', () => {
    const memory = memoryOf('presence');
    memory.changed(message(12, [row('ann', 12)]));
    expect(memory.changesFor(from())).toBeUndefined();
    memory.recordReply({ sequence: 12, generation: 1, rows: [row('ann', 12), row('bob', 12)] });
    memory.changed(message(14, [row('bob', 14, 'away'), row('ann', 14, null)]));
    expect(memory.changesFor(from())).toMatchObject({ full: true, rows: [row('bob', 14, 'away')] });
    memory.recordReply({ sequence: 13, generation: 1, rows: [row('bob', 13, 'a read that began earlier')] });
    expect(memory.changesFor(from())).toMatchObject({ rows: [row('bob', 14, 'away')] });
  });

  it('computes the same digest for every order and sequence of the rows', () => {
    const [one, other] = [digestOf([row('a', 1), row('b', 2)]), digestOf([row('b', 7), row('a', 9)])];
    expect(one).toBe(other);
    expect(one).not.toBe(digestOf([row('a', 1, 'b'), row('b', 2, 'a')]));
  });
});
