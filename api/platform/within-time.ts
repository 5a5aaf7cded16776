import { setTimeout as delay } from 'node:timers/promises';

/**
 * Resolves with the result of `work` unless it times out. A timeout does not cancel the work.
 * @throws Error ETIMEDOUT after `milliseconds`, a passing failure
 */
export async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const answered = new AbortController();
  const late = delay(milliseconds, undefined, { signal: answered.signal }).then(() => {
    throw Object.assign(new Error(`No answer within ${milliseconds} ms`), { code: 'ETIMEDOUT' });
  });
  // The promise that loses the race may reject later; without a handler that would be an unhandled rejection.
  for (const promise of [work, late]) promise.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    answered.abort();
  }
}
