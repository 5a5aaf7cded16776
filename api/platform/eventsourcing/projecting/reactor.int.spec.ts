import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { LOG_CHANNEL } from '../../database/wake-ups.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../message.js';
import { mutated, openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { fenceOlderLeaders } from './checkpoints.js';
import { listDeadLetters } from './dead-letters.js';
import { type Reactor, runReactors } from './reactor.js';

let database: TestDatabase;
let node: PostgresNode;
const running: (() => Promise<void>)[] = [];
/** Tries after which an event that fails for its own reasons is parked. */
const MAX_TRIES = 5;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
  await node.close();
  await database.drop();
});

/** Runs one reactor with this function, under the epoch of a leader. */
function react(react: (event: RecordedEvent) => void, leaderEpoch = 1n): () => Promise<void> {
  return run([{ name: 'sample', handles: ['Sampled'], react: async (event) => react(event) }], leaderEpoch);
}

function run(
  reactors: readonly Reactor[],
  leaderEpoch = 1n,
  pool = node.pool,
  log: Pick<EventStore, 'readAll'> = node.store,
): () => Promise<void> {
  const stopped = new AbortController();
  const ended = runReactors(
    reactors,
    { pool, store: node.store, log, onError: () => undefined },
    leaderEpoch,
    stopped.signal,
  );
  const stop = async (): Promise<void> => {
    stopped.abort();
    // ends its wait for more events
    node.hints.give(LOG_CHANNEL);
    await ended;
  };
  running.push(stop);
  return stop;
}

const append = async (data: object, type = 'Sampled') => {
  const stream = newStream();
  await node.store.appendToStream(stream, 'no-stream', [sampleEvent(data, type)]);
  return stream;
};

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await done()) && Date.now() < deadline) await delay(20);
  expect(await done()).toBe(true);
}

const committed = async (reactor = 'sample'): Promise<number> => {
  const { rows } = await node.pool.query<{ sequence: string }>(
    'select sequence from plain.checkpoints where reader = $1',
    [`reactor:${reactor}`],
  );
  return Number(rows[0]?.sequence ?? 0);
};

it('reacts in order to the events that it handles, and after a restart only to new ones', async () => {
  const seen: unknown[] = [];
  const note = (event: RecordedEvent) => seen.push((event.data as { n: number }).n);
  for (const n of [1, 2]) await append({ n });
  await append({ n: 99 }, 'Unhandled');
  const stop = react(note);
  await until(async () => (await committed()) === 3);
  await stop();
  await append({ n: 3 });
  await fenceOlderLeaders(node.pool, 2n);
  react(note, 2n);
  await until(() => seen.length === 3);
  expect(seen).toEqual([1, 2, 3]);
});

it('catches a new reactor up without repeating events for the others', async () => {
  const seen: Record<string, number[]> = { sample: [], newcomer: [] };
  const noting = (name: string): Reactor => ({
    name,
    handles: ['Sampled'],
    react: async (event) => void seen[name]!.push((event.data as { n: number }).n),
  });
  for (let n = 0; n < 300; n += 1) await append({ n });
  const stop = run([noting('sample')]);
  await until(async () => (await committed()) === 300);
  await stop();
  run([noting('sample'), noting('newcomer')]);
  await append({ n: 300 });
  await until(() => seen['newcomer']!.length === 301 && seen['sample']!.length === 301);
  const all = Array.from({ length: 301 }, (_, n) => n);
  expect(seen).toEqual({ sample: all, newcomer: all });
});

it('stores the progress of all reactors past events that they ignore with one statement', async () => {
  const names = ['a', 'b', 'c', 'd'];
  let stored = 0;
  const counting = mutated(node.pool, (text) => {
    if (text.includes('update plain.checkpoints set position')) stored += 1;
    return text;
  });
  run(
    names.map((name) => ({ name, handles: ['Sampled'], react: async () => undefined })),
    1n,
    counting,
  );
  await append({}, 'Unhandled');
  await until(async () => (await Promise.all(names.map(committed))).every((sequence) => sequence === 1));
  expect(stored).toBe(1);
});

it('does not delay other reactors while one is slow', async () => {
  const seen: number[] = [];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  run([
    { name: 'sample', handles: ['Sampled'], react: async ({ data }) => void seen.push((data as { n: number }).n) },
    { name: 'slow', handles: ['Sampled'], react: () => finished },
  ]);
  for (let n = 0; n < 30; n += 1) {
    await append({ n });
    await until(() => seen.length === n + 1);
  }
  await until(async () => (await committed()) === 30);
  expect(await committed('slow')).toBe(0);
  finish();
  await until(async () => (await committed('slow')) === 30);
});

it('ends the work in progress before it repeats it after a failed read, and before it stops', async () => {
  let [reads, atOnce, most, runs] = [0, 0, 0, 0];
  const failing: Pick<EventStore, 'readAll'> = {
    readAll: (after) => {
      const log = node.store.readAll(after);
      const next = async (limit: number) => {
        // The second read fails once, while the reactor works on the events of the first.
        if ((reads += 1) === 2) throw new Error('Connection terminated');
        return log.next(limit);
      };
      return { next, waitForMore: (ms) => log.waitForMore(ms), close: () => log.close() };
    },
  };
  const slow = async (): Promise<void> => {
    runs += 1;
    most = Math.max(most, (atOnce += 1));
    await delay(2_500);
    atOnce -= 1;
  };
  await append({});
  const stop = run([{ name: 'sample', handles: ['Sampled'], react: slow }], 1n, node.pool, failing);
  await until(async () => reads > 2 && (await committed()) === 1);
  await append({});
  await until(() => atOnce === 1);
  await stop();
  expect({ runs, most, atOnce }).toEqual({ runs: 2, most: 1, atOnce: 0 });
});

it('retries a failing event, then parks it and continues', async () => {
  let tries = 0;
  const seen: number[] = [];
  const bad = await append({ n: 1 });
  await append({ n: 2 });
  react((event) => {
    if (event.stream === bad) {
      tries += 1;
      throw new Error('The mail server rejected this mail');
    }
    seen.push((event.data as { n: number }).n);
  });
  await until(() => seen.length === 1);
  expect(tries).toBe(MAX_TRIES);
  await until(async () => (await listDeadLetters(node.pool)).length === 1);
  expect(await listDeadLetters(node.pool)).toMatchObject([
    { reader: 'reactor:sample', stream: bad, reason: 'The mail server rejected this mail' },
  ]);
});

const readOnly = new pg.DatabaseError('cannot execute INSERT in a read-only transaction', 0, 'error');

it.each([
  ['a dependency of the platform is unavailable', new Error('connect ECONNREFUSED'), 'ECONNREFUSED'],
  ['the database only accepts reads', readOnly, '25006'],
])('does not park an event while %s', async (_what, failure, code) => {
  let away = true;
  let tries = 0;
  const seen: number[] = [];
  react((event) => {
    tries += 1;
    if (away) throw Object.assign(failure, { code });
    seen.push((event.data as { n: number }).n);
  });
  await append({ n: 1 });
  await until(() => tries > MAX_TRIES);
  expect(await committed()).toBe(0);
  away = false;
  await until(() => seen.length === 1);
  expect(await listDeadLetters(node.pool)).toEqual([]);
});

it('does not advance its checkpoint after another node has become the leader', async () => {
  const seen: unknown[] = [];
  react((event) => seen.push(event));
  await append({ n: 1 });
  await until(async () => (await committed()) === 1);
  await fenceOlderLeaders(node.pool, 9n);
  await append({ n: 2 });
  await until(() => seen.length >= 2);
  expect(await committed()).toBe(1);
  await running.pop()!();
});
