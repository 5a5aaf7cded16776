import type { ErrorCode } from '../contracts/problem.contract.js';

/** HTTP statuses a rule may answer with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 502 | 503 | 504;

/**
 * A broken rule. `message` is shown to a person as the problem's title; `errors` maps PascalCase field names to messages.
 * Thrown by deciders and handlers, turned into problem details by the one filter in `platform/http`.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly status: RefusalStatus = 409,
    readonly errors?: Readonly<Record<string, readonly string[]>>,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** The account name that an anonymous caller tried: whose it is, if anybody's, and its keyed hash. */
export interface TriedName {
  readonly userId: string | null;
  readonly nameHmac: Buffer;
}

/** A refusal of an anonymous caller who has named an account; the answer is the same as without. */
export class NamedRefusal extends DomainError {
  constructor(
    { code, message, status, errors, retryAfterSeconds }: DomainError,
    readonly tried: TriedName,
  ) {
    super(code, message, status, errors, retryAfterSeconds);
  }
}

/** An unknown object, or one outside the caller's scope: both have the same answer (docs/rules.md#refusals). */
export const notFound = (what: string): DomainError => new DomainError('NOT_FOUND', `${what} was not found.`, 404);

/** The first message of each field a refusal speaks of, for answers that are not problem details; null for any other error. */
export function fieldMessages(error: unknown): string[] | null {
  if (!(error instanceof DomainError) || !error.errors) return null;
  return Object.values(error.errors).flatMap((messages) => messages.slice(0, 1));
}
