import { BatchedCache } from './batched-cache.js';

const setUp = (answer: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>, ttlMs = 60_000) => {
  const loads: (readonly string[])[] = [];
  const load = (keys: readonly string[]) => {
    loads.push(keys);
    return answer(keys);
  };
  return { loads, cache: new BatchedCache<string>({ load, ttlMs, maxSize: 3 }) };
};
const echo = async (keys: readonly string[]) => new Map(keys.map((key) => [key, key.toUpperCase()]));

it('loads keys requested together with one call, and each key once', async () => {
  const { cache, loads } = setUp(echo);
  expect(await Promise.all(['a', 'b', 'a', 'b'].map(async (key) => cache.get(key)))).toEqual(['A', 'B', 'A', 'B']);
  expect(await cache.get('a')).toBe('A');
  expect(loads).toEqual([['a', 'b']]);
});

it('caches that a key has no value', async () => {
  const { cache, loads } = setUp(async () => new Map());
  expect(await cache.get('a')).toBeUndefined();
  expect(await cache.get('a')).toBeUndefined();
  expect(loads).toHaveLength(1);
});

it('loads a removed key again, and does not cache the result of a load that was running', async () => {
  const answers: ((value: Map<string, string>) => void)[] = [];
  const { cache, loads } = setUp(() => new Promise((resolve) => answers.push(resolve)));
  const first = cache.get('a');
  await new Promise(setImmediate);
  cache.forget('a');
  const second = cache.get('a');
  await new Promise(setImmediate);
  answers[0]!(new Map([['a', 'old']]));
  answers[1]!(new Map([['a', 'new']]));
  expect(await Promise.all([first, second])).toEqual(['old', 'new']);
  expect(await cache.get('a')).toBe('new');
  expect(loads).toHaveLength(2);
});

it('does not cache the result of a running load whose key was removed both before and during it', async () => {
  const answers: ((value: Map<string, string>) => void)[] = [];
  const { cache, loads } = setUp(() => new Promise((resolve) => answers.push(resolve)));
  const first = cache.get('a');
  cache.forget('a');
  await new Promise(setImmediate);
  cache.forget('a');
  answers[0]!(new Map([['a', 'old']]));
  expect(await first).toBe('old');
  void cache.get('a');
  await new Promise(setImmediate);
  expect(loads).toHaveLength(2);
});

it('loads every key again after all keys were removed', async () => {
  const { cache, loads } = setUp(echo);
  await Promise.all([cache.get('a'), cache.get('b')]);
  cache.forgetAll();
  expect(await Promise.all([cache.get('a'), cache.get('b')])).toEqual(['A', 'B']);
  expect(loads).toHaveLength(2);
});

it('rejects all waiters when a load fails, and loads again for the next caller', async () => {
  let fails = true;
  const { cache } = setUp((keys) => (fails ? Promise.reject(new Error('away')) : echo(keys)));
  const results = await Promise.allSettled([cache.get('a'), cache.get('a')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await cache.get('a')).toBe('A');
});

it('keeps at most the configured number of keys', async () => {
  const { cache, loads } = setUp(echo);
  for (const key of ['a', 'b', 'c', 'd', 'a']) await cache.get(key);
  expect(loads).toHaveLength(5);
});

describe('values that are kept until they change', () => {
  /** Without a time to live, only kept values are cached. */
  function keeping() {
    const changes = { period: 1 as number | undefined, sequence: 5 };
    const read = { sequence: 5 as number | undefined };
    const loads: (readonly string[])[] = [];
    const pending: (() => void)[] = [];
    const cache = new BatchedCache<{ sequence: number | undefined }>({
      load: async (keys) => {
        loads.push(keys);
        await new Promise<void>((resolve) => pending.push(resolve));
        return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, { ...read }]));
      },
      ttlMs: -1,
      maxSize: 3,
      kept: { changes, readAt: ({ sequence }) => sequence },
    });
    const started = async (key: string) => {
      const loaded = cache.get(key);
      await new Promise(setImmediate);
      return async () => {
        pending.shift()?.();
        await loaded;
      };
    };
    const get = async (key: string) => (await started(key))();
    return { changes, read, loads, cache, started, get };
  }

  it('are loaded once in a period, and again after they were removed', async () => {
    const { cache, loads, get } = keeping();
    for (let turn = 0; turn < 3; turn += 1) await get('a');
    expect(loads).toHaveLength(1);
    cache.forget('a');
    await get('a');
    expect(loads).toHaveLength(2);
  });

  it('are loaded again after the period has ended', async () => {
    const { changes, loads, get } = keeping();
    await get('a');
    changes.period = undefined;
    await get('a');
    await get('a');
    changes.period = 2;
    await get('a');
    await get('a');
    expect(loads).toHaveLength(4);
  });

  it('are not kept when the period ended during the load', async () => {
    const { changes, loads, started, get } = keeping();
    const finish = await started('a');
    changes.period = 2;
    await finish();
    await get('a');
    expect(loads).toHaveLength(2);
  });

  it('are not kept when they are older than the changes delivered before the load', async () => {
    const { changes, read, loads, started, get } = keeping();
    read.sequence = 4;
    await get('a');
    read.sequence = 5;
    const finish = await started('a');
    changes.sequence = 6;
    await finish();
    await get('a');
    expect(loads).toHaveLength(2);
  });

  it('are not kept without a sequence, and a key without a value is not kept', async () => {
    const { read, loads, get } = keeping();
    await get('missing');
    await get('missing');
    read.sequence = undefined;
    await get('a');
    await get('a');
    expect(loads).toHaveLength(4);
  });
});
