import { setTimeout as delay } from 'node:timers/promises';

/** Does something again and again until `signal` aborts: never twice at once, and a failure does not end it. */
export async function repeatedly(
  everyMs: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch(onError);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
