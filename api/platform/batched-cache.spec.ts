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
