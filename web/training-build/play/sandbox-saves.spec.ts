import { PlatformError } from '../bridge/platform-api.js';
import { NEW_SANDBOX } from './sandbox.js';
import { SandboxSaves } from './sandbox-saves.js';

/** Saves the same content twice, the first time with this result. Returns the key of each save. */
async function keysAfter(first: () => Promise<unknown>): Promise<string[]> {
  const saves = new SandboxSaves();
  const keys: string[] = [];
  for (const result of [first, () => Promise.resolve()])
    await saves
      .send(NEW_SANDBOX, (_, key) => {
        keys.push(key);
        return result();
      })
      .catch(() => undefined);
  return keys;
}

describe('the key of a save', () => {
  it.each([
    ['a timeout of the browser', new DOMException('signal timed out', 'TimeoutError')],
    ['a timeout of the platform', new PlatformError(408, 'Timeout')],
    ['a failure of the platform', new PlatformError(500, 'Internal error')],
  ])('is kept after %s', async (_, error) => {
    const [first, second] = await keysAfter(() => Promise.reject(error));
    expect(second).toBe(first);
  });

  it.each([
    ['a success', () => Promise.resolve()],
    ['a rejection', () => Promise.reject(new PlatformError(409, 'Saved elsewhere'))],
  ])('is replaced after %s', async (_, result) => {
    const [first, second] = await keysAfter(result);
    expect(second).not.toBe(first);
  });
});
