import type { ErrorCode } from '../../../api/contracts/problem.contract.js';
import type { ScoredQuiz } from '../../../api/contracts/score.contract.js';

/** A result that is unsent or was rejected. */
export interface QueuedResult {
  /** The player of the result. It is never sent for another user. */
  userId: string;
  attemptId: string;
  /** Body of POST /scores. */
  body: object;
  /** Time of storing, in milliseconds since 1970. */
  keptAt: number;
  /** Reason of the rejection; null before a response. */
  refusal: string | null;
  /** Code of the rejection; missing in results that earlier versions have stored. */
  code?: ErrorCode | null;
}

/**
 * Returns the class that a rejected result waits for: the result is accepted once that class is running again. Null when it waits for none.
 */
export function awaitedClass({ refusal, code, body }: QueuedResult): string | null {
  if (refusal === null || code !== 'CLASS_NOT_ACTIVE') return null;
  const { sessionId } = body as { sessionId?: unknown };
  return typeof sessionId === 'string' ? sessionId : null;
}

/** State of a result, for the game that submitted it. */
export interface ResultChange {
  attemptId: string;
  state: 'waiting' | 'sent' | 'refused';
  message?: string;
  /** The score of a sent quiz, if the platform computed it. */
  quiz?: ScoredQuiz;
}

/** Size limit; the server would reject larger results. */
const MAX_CHARACTERS = 256 * 1024;
const ATTEMPT_ID = /^[0-9a-f-]{36}$/i;

/** Returns the attempt id of a submitted result; null when it is malformed or too large. */
export function attemptIdOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || JSON.stringify(result).length > MAX_CHARACTERS) return null;
  const { attemptId } = result as { attemptId?: unknown };
  return typeof attemptId === 'string' && ATTEMPT_ID.test(attemptId) ? attemptId : null;
}

/** Smaller differences are not corrected, so that a result submitted twice is sent with the same bytes. */
const EXACT_ENOUGH_MS = 1_000;

/**
 * Converts the times of a result to the server's clock, which decides whether it counts for its class. Call it once, before the result is
 * stored, because every retry must send the same bytes.
 */
export function inServerTime(result: object, offsetMs: number | null): object {
  if (offsetMs === null || Math.abs(offsetMs) < EXACT_ENOUGH_MS) return result;
  const corrected: Record<string, unknown> = { ...result };
  for (const field of ['startedAt', 'completedAt']) {
    const time = Date.parse(String(corrected[field]));
    if (!Number.isNaN(time)) corrected[field] = new Date(time + offsetMs).toISOString();
  }
  return corrected;
}
