import { setTimeout as delay } from 'node:timers/promises';
import { withinTime } from '../../within-time.js';
import { DomainError } from '../../domain-error.js';
import { LogUnavailable } from './log-unavailable.js';

/**
 * Deadline of a call, below the 4 s of a request so that an error response is still sent (docs/architecture.md#deadlines).
 */
const DEADLINE_MS = 3_500;
const AGAIN_AFTER_MS = 100;

/** Refusals of the client, by the `type` it gives them: asking again would not change these. */
const REFUSALS = new Set([
  'wrong-expected-version',
  'stream-not-found',
  'stream-deleted',
  'invalid-argument',
  'unsupported',
]);
const TOO_LARGE = new Set([
  'maximum-append-size-exceeded',
  'append-record-size-exceeded',
  'transaction-max-size-exceeded',
]);

/** The kind of an error of the client's; undefined for any other. */
export const typeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined;

/**
 * Asks, and asks again as long as there is time: without a leader, with a connection that broke, from a node that follows. Reads
 * may be repeated, and so may appends: their events' ids and their expected revision make the second one nothing.
 * @throws LogUnavailable when there was no answer in time, the client's refusals as they are.
 */
export async function ask<T>(work: (leftMs: number) => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  const begun = performance.now();
  for (;;) {
    // All that is left: whom a busy server keeps waiting must not ask it for more.
    const leftMs = Math.ceil(Math.max(1, deadlineMs - (performance.now() - begun)));
    try {
      return await withinTime(work(leftMs), leftMs);
    } catch (error) {
      const type = typeOf(error) ?? '';
      if (REFUSALS.has(type)) throw error;
      if (TOO_LARGE.has(type)) throw tooLarge();
      if (type === 'access-denied') throw new LogUnavailable('KurrentDB refuses the credentials.', { cause: error });
      if (performance.now() - begun + AGAIN_AFTER_MS >= deadlineMs)
        throw new LogUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
      await delay(AGAIN_AFTER_MS);
    }
  }
}

const tooLarge = (): DomainError =>
  new DomainError('PAYLOAD_TOO_LARGE', 'This is more than the event log takes at once: raise its MaxAppendSize.', 413);
