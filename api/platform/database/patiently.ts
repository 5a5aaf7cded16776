import { setTimeout as pause } from 'node:timers/promises';
import { isPassingFailureOfStart } from '../failures.js';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 250;

/**
 * A step of the start, tried again for 20 s while what fails may pass: a request gives up after a second without a connection,
 * as whoever waits for it would, but for a start nobody has to hurry. The step must bear a repetition.
 * @param patienceMs from the first try to the last, which is waited for
 * @throws what the last try threw, or the first that will not pass
 */
export async function patiently<T>(step: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isPassingFailureOfStart(error) || performance.now() >= deadline) throw error;
      await pause(LOOK_AGAIN_MS);
    }
  }
}
