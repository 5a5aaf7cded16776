import { setTimeout as pause } from 'node:timers/promises';
import { isTransientStartFailure } from '../failures.js';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 250;

/**
 * Runs a step of the start, and retries transient failures for 20 s. The pool gives up after one second without a connection, which
 * suits a request; a start has more time. The step must be safe to run again.
 * @param patienceMs time after which no further attempt begins
 * @throws the error of the last attempt, or the first error that is not transient
 */
export async function retryWhileUnavailable<T>(step: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isTransientStartFailure(error) || performance.now() >= deadline) throw error;
      await pause(LOOK_AGAIN_MS);
    }
  }
}
