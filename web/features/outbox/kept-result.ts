import type { ErrorCode } from '../../../api/contracts/problem.contract.js';

/** A result that has not arrived yet, or was refused. */
export interface KeptResult {
  /** Whose it is; nobody else ever sends it. */
  userId: string;
  attemptId: string;
  /** Body of POST /scores. */
  body: object;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** What the platform said, null as long as it has said nothing. */
  refusal: string | null;
  /** Code of the refusal; missing in what earlier versions have stored. */
  code?: ErrorCode | null;
}

/** The class that a refused result waits for: it is accepted once that class is running again. Null when it waits for none. */
export function awaitedClass({ refusal, code, body }: KeptResult): string | null {
  if (refusal === null || code !== 'CLASS_NOT_ACTIVE') return null;
  const { sessionId } = body as { sessionId?: unknown };
  return typeof sessionId === 'string' ? sessionId : null;
}

/** What becomes of a result, for the game that handed it in. */
export interface ResultNews {
  attemptId: string;
  state: 'waiting' | 'sent' | 'refused';
  message?: string;
}

/** Larger ones the platform refuses anyway. */
const MAX_CHARACTERS = 256 * 1024;
const ATTEMPT_ID = /^[0-9a-f-]{36}$/i;

/** The attempt's id in what a game hands in; null when it is none of a size that can be sent. */
export function attemptIdOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || JSON.stringify(result).length > MAX_CHARACTERS) return null;
  const { attemptId } = result as { attemptId?: unknown };
  return typeof attemptId === 'string' && ATTEMPT_ID.test(attemptId) ? attemptId : null;
}

/** A clock that is right to the second is left alone, so that a result handed in twice is sent with the same bytes. */
const EXACT_ENOUGH_MS = 1_000;

/**
 * The result with its times by the server's clock, which decides whether it counts for its class. To be called once, before
 * the result is stored: every retry must send the same bytes.
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
