import type { ErrorCode } from '../../../api/contracts/problem.contract.js';
import type { ScoredQuiz, SubmitScoreResponse } from '../../../api/contracts/score.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { outboxMessages as messages } from './outbox.messages.js';

/**
 * Outcome of sending a result. `sent`: the server has it, and has scored it if it is a quiz. `stuck`: the server cannot accept this result
 * now, but may accept others. `away`: it accepts none, for `waitMs` when given.
 */
export type SendOutcome =
  | { kind: 'sent'; quiz: ScoredQuiz | undefined }
  | { kind: 'stuck' }
  | { kind: 'away'; waitMs: number }
  | { kind: 'refused'; message: string; code: ErrorCode | null };

/** Status codes below 500 that do not concern the result itself. */
const NOT_NOW = new Set([408, 425, 429]);

/**
 * Fields that the version before does not know. During an upgrade, a page of this version can reach a node of that version, which rejects
 * them. A node of this version receives the result later.
 */
const NEW_FIELDS = ['ticket', 'flight', 'answers'] as const;
/** Message of `schema-violation.ts`, which no node of this version sends for these fields. */
const UNKNOWN_FIELD = 'Is not a known field.';

/** Returns the outcome of an accepted request. */
export const sent = ({ quiz }: SubmitScoreResponse): SendOutcome => ({ kind: 'sent', quiz });

/** Classifies the outcome of a failed request. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { kind: 'stuck' };
  const { status, code, title, errors, retryAfterMs } = error;
  // another user or none is signed in, so the result waits for its player
  if (status === 0 || status === 401 || code === 'OTHER_PLAYER') return { kind: 'away', waitMs: 0 };
  // The player's rate limit is exhausted, so any other result would be rejected too.
  if (status === 429 && retryAfterMs !== null) return { kind: 'away', waitMs: retryAfterMs };
  if (status >= 500 || NOT_NOW.has(status)) return { kind: 'stuck' };
  if (NEW_FIELDS.some((field) => errors[field] === UNKNOWN_FIELD)) return { kind: 'stuck' };
  const message = [title || messages.refusedWithoutReason, ...Object.values(errors)].join(' ');
  return { kind: 'refused', message, code };
}
