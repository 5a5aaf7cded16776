import { FairQueue } from './fair-queue.js';

/** Creates a queue whose jobs end when the test calls `endNext`, and records the order in which they start. */
function start(limits = { running: 1, waitingPerSource: 3, waiting: 6 }) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (source: string, name: string) =>
    queue.run(source, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const endNext = async () => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, started, run, endNext };
}

const outcomesOf = async (jobs: Promise<string>[]) =>
  (await Promise.allSettled(jobs)).map((job) =>
    job.status === 'fulfilled' ? job.value : (job.reason as { status: number }).status,
  );

it('serves another source next, regardless of how many jobs of one source wait', async () => {
  const { run, started, endNext } = start();
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
  const other = run('b', 'b1');
  await endNext();
  await endNext();
  // a2 was next in turn when b1 was added. b1 does not wait for a3 and a4.
  expect(started).toEqual(['a1', 'a2', 'b1']);
  for (let left = 3; left > 0; left -= 1) await endNext();
  expect(await outcomesOf([...flood, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

it('rejects a source above its own limit with 429 and a Retry-After', async () => {
  const { queue, run, endNext } = start();
  const jobs = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
  const refusal = { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 3 };
  await expect(run('a', 'a5')).rejects.toMatchObject(refusal);
  expect(() => queue.assertCapacity('a')).toThrow(expect.objectContaining(refusal) as Error);
  queue.assertCapacity('b');
  for (let left = 4; left > 0; left -= 1) await endNext();
  expect(await outcomesOf(jobs)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('replaces a job of the longest line by a job of another source when the queue is full', async () => {
  const { run, started, endNext } = start({ running: 1, waitingPerSource: 4, waiting: 4 });
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => run('a', name));
  const others = [run('b', 'b1'), run('c', 'c1')];
  const outcomes = outcomesOf([...flood, ...others]);
  for (let left = 5; left > 0; left -= 1) await endNext();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  expect(await outcomes).toEqual(['a1', 'a2', 'a3', 503, 503, 'b1', 'c1']);
});

it('rejects with 503 when the queue is full and each source has one waiting job', async () => {
  const { queue, run, endNext } = start({ running: 1, waitingPerSource: 2, waiting: 2 });
  const jobs = [run('a', 'a1'), run('b', 'b1'), run('c', 'c1')];
  const refusal = { code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 3 };
  await expect(run('d', 'd1')).rejects.toMatchObject(refusal);
  expect(() => queue.assertCapacity('d')).toThrow(expect.objectContaining(refusal) as Error);
  for (let left = 3; left > 0; left -= 1) await endNext();
  expect(await outcomesOf(jobs)).toEqual(['a1', 'b1', 'c1']);
});

it('continues after failed jobs', async () => {
  const queue = new FairQueue({ running: 1, waitingPerSource: 1, waiting: 1 });
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await queue.run('a', () => Promise.resolve('free again'))).toBe('free again');
});
