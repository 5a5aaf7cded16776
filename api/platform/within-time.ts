import { setTimeout as delay } from 'node:timers/promises';

/** What `work` gives, if it gives it in time; the work itself goes on. @throws Error ETIMEDOUT, which passes, after `milliseconds` */
export async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const answered = new AbortController();
  const late = delay(milliseconds, undefined, { signal: answered.signal }).then(() => {
    throw Object.assign(new Error(`No answer within ${milliseconds} ms`), { code: 'ETIMEDOUT' });
  });
  // Whichever loses has nobody left to hear it.
  for (const promise of [work, late]) promise.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    answered.abort();
  }
}
