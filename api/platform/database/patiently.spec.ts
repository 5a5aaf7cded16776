import { retryWhileUnavailable } from './retry-while-unavailable.js';

const TRANSIENT = new Error('timeout exceeded when trying to connect');
const LASTING = new TypeError('rows is not iterable');
const OF_A_FILE = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall: 'open' });

const failing = (...failures: Error[]) => {
  let tries = 0;
  const step = (): Promise<number> => {
    tries += 1;
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve(tries);
  };
  return { step, tries: () => tries };
};

it('retries transient failures', async () => {
  expect(await retryWhileUnavailable(failing(TRANSIENT, TRANSIENT).step)).toBe(3);
});

it.each([LASTING, OF_A_FILE])('throws an error that is not transient immediately: %s', async (lasting) => {
  const { step, tries } = failing(TRANSIENT, lasting);
  await expect(retryWhileUnavailable(step)).rejects.toBe(lasting);
  expect(tries()).toBe(2);
});

it('throws the last error after its time limit', async () => {
  const { step, tries } = failing(TRANSIENT, TRANSIENT);
  await expect(retryWhileUnavailable(step, 0)).rejects.toBe(TRANSIENT);
  expect(tries()).toBe(1);
});
