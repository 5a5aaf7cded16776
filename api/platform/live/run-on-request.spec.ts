import { runOnRequest } from './run-on-request.js';

it('runs once more after any number of calls during a run, and continues after a failure', async () => {
  const started: (() => void)[] = [];
  const failures: unknown[] = [];
  const ask = runOnRequest(
    () =>
      new Promise<void>((resolve, reject) =>
        started.push(started.length === 0 ? () => reject(new Error('once')) : resolve),
      ),
    (error) => failures.push(error),
  );
  const finish = async (): Promise<void> => {
    started.at(-1)!();
    await new Promise(setImmediate);
  };
  ask();
  ask();
  ask();
  expect(started).toHaveLength(1);
  await finish();
  expect(failures).toEqual([new Error('once')]);
  expect(started).toHaveLength(2);
  await finish();
  expect(started).toHaveLength(2);
  ask();
  expect(started).toHaveLength(3);
});
