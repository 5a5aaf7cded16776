import { UNKNOWN, type Unknown } from '../../contracts/system-status.rule.js';
import { withinTime } from '../within-time.js';

const TELL_WITHIN_MS = 1_000;

/** What `read` tells within a second, or that it is not known: a part that cannot be told holds up no other. */
export async function known<T>(read: () => Promise<T>, onError: (error: unknown) => void): Promise<T | Unknown> {
  try {
    return await withinTime(read(), TELL_WITHIN_MS);
  } catch (error) {
    onError(error);
    return UNKNOWN;
  }
}
