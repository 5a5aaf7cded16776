import { setTimeout as delay } from 'node:timers/promises';
import { withinTime } from '../../within-time.js';
import { DomainError } from '../../domain-error.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import { LogUnavailable, RefusedCredentials } from './log-unavailable.js';

/**
 * Deadline of a call, below the 4 s of a request so that an error response is still sent (docs/architecture.md#deadlines).
 */
const DEADLINE_MS = 3_500;
const AGAIN_AFTER_MS = 100;
/** Time without an answer after which an append is searched in its stream. */
const LOOK_AFTER_MS = 1_000;

/** Errors of the client, by their `type`, that a retry would not change. */
const REFUSALS = new Set([
  'wrong-expected-version',
  'stream-not-found',
  'stream-deleted',
  'stream-tombstoned',
  'invalid-argument',
  'unsupported',
]);
/** The server's message about a position in the middle of a record. */
const NO_POSITION = /Unexpected (Filtered)?ReadAll\w*Result|invalid ?position/i;
const TOO_LARGE = new Set([
  'maximum-append-size-exceeded',
  'append-record-size-exceeded',
  'transaction-max-size-exceeded',
]);

/** Returns the type of a client error; undefined for any other error. */
export const typeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined;

/**
 * Calls `work` and retries until the deadline: when there is no leader, the connection breaks, or a follower answers. Reads are
 * safe to repeat. Appends are too: with the same event ids and expected revision, the second one changes nothing.
 * @throws LogUnavailable when there is no answer in time, LogNotRecognized for a position that the log does not have, and the
 * client's permanent errors unchanged
 */
export async function callWithDeadline<T>(work: (leftMs: number) => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  const begun = performance.now();
  for (;;) {
    // Passes the whole remaining time, because a short deadline would make callers repeat requests to a busy server.
    const leftMs = Math.ceil(Math.max(1, deadlineMs - (performance.now() - begun)));
    try {
      return await withinTime(work(leftMs), leftMs);
    } catch (error) {
      const type = typeOf(error) ?? '';
      if (error instanceof Error && NO_POSITION.test(error.message)) throw LogNotRecognized.atPosition(error);
      if (REFUSALS.has(type)) throw error;
      if (TOO_LARGE.has(type)) throw tooLarge();
      if (type === 'access-denied') throw new RefusedCredentials({ cause: error });
      if (performance.now() - begun + AGAIN_AFTER_MS >= deadlineMs)
        throw new LogUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
      await delay(AGAIN_AFTER_MS);
    }
  }
}

/**
 * Waits a second for the answer to an append, then searches its events. A server drops a repeat of an append that it is still
 * replicating, and answers it only after 3 s. The append is not cancelled.
 * @throws Error when there is neither, so that {@link callWithDeadline} asks again
 */
export async function answerOrStored<T extends object>(
  answer: Promise<T>,
  findStored: () => Promise<T | undefined>,
): Promise<T> {
  const settled = new AbortController();
  const silence = delay(LOOK_AFTER_MS, undefined, { signal: settled.signal });
  for (const promise of [answer, silence]) promise.catch(() => undefined);
  try {
    const result = (await Promise.race([answer, silence])) ?? (await findStored());
    if (result) return result;
  } finally {
    settled.abort();
  }
  throw new Error(`No answer within ${LOOK_AFTER_MS} ms.`);
}

const tooLarge = (): DomainError =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    'This is more than the event log accepts at once: raise its MaxAppendSize.',
    413,
  );
