import type { ErrorCode } from '../../../api/contracts/problem.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { outboxMessages as messages } from './outbox.messages.js';

/** `stuck`: the platform cannot take this result now but may take others; `away`: none, for `waitMs` where it says how long. */
export type SendOutcome =
  | { kind: 'sent' | 'stuck' }
  | { kind: 'away'; waitMs: number }
  | { kind: 'refused'; message: string; code: ErrorCode | null };

/** Answers of the 400s that say nothing of the result itself. */
const NOT_NOW = new Set([408, 425, 429]);

/** What an answer to a result means for it. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { kind: 'stuck' };
  const { status, code, title, errors, retryAfterMs } = error;
  // somebody else is signed in, or nobody: it waits for its player
  if (status === 0 || status === 401 || code === 'OTHER_PLAYER') return { kind: 'away', waitMs: 0 };
  // The player's allowance is used up: any other result would be refused as well.
  if (status === 429 && retryAfterMs !== null) return { kind: 'away', waitMs: retryAfterMs };
  if (status >= 500 || NOT_NOW.has(status)) return { kind: 'stuck' };
  const message = [title || messages.refusedWithoutReason, ...Object.values(errors)].join(' ');
  return { kind: 'refused', message, code };
}
