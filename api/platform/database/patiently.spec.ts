import { patiently } from './patiently.js';

const PASSING = new Error('timeout exceeded when trying to connect');
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
  expect(await patiently(failing(PASSING, PASSING).step)).toBe(3);
});

it.each([LASTING, OF_A_FILE])('throws an error that is not transient immediately: %s', async (lasting) => {
  const { step, tries } = failing(PASSING, lasting);
  await expect(patiently(step)).rejects.toBe(lasting);
  expect(tries()).toBe(2);
});

it('throws the last error after its time limit', async () => {
  const { step, tries } = failing(PASSING, PASSING);
  await expect(patiently(step, 0)).rejects.toBe(PASSING);
  expect(tries()).toBe(1);
});
