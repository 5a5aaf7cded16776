import { UNKNOWN, type Unknown } from '../../contracts/system-status.rule.js';
import { withinTime } from '../within-time.js';

const ANSWER_WITHIN_MS = 1_000;

/** Returns the result of `read`, or `UNKNOWN` after an error or one second. One slow part then does not delay the others. */
export async function known<T>(read: () => Promise<T>, onError: (error: unknown) => void): Promise<T | Unknown> {
  try {
    return await withinTime(read(), ANSWER_WITHIN_MS);
  } catch (error) {
    onError(error);
    return UNKNOWN;
  }
}
