import { setTimeout as delay } from 'node:timers/promises';

/** Repeats `work` until `signal` aborts. Runs do not overlap, and failures do not end the loop. */
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
