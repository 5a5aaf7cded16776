import type { ErrorCode } from '../contracts/problem.contract.js';

/** HTTP statuses that a rule can respond with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 502 | 503 | 504;

/**
 * A violated rule. `message` is shown to people as the problem's title. `errors` maps PascalCase field names to messages.
 * Deciders and handlers throw it, and the exception filter in `platform/http` turns it into problem details.
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

/** The account name that an anonymous caller tried: the id of its user, if it exists, and its keyed hash. */
export interface TriedName {
  readonly userId: string | null;
  readonly nameHmac: Buffer;
}

/** A refusal of an anonymous caller who named an account. The response does not depend on the name. */
export class NamedRefusal extends DomainError {
  constructor(
    { code, message, status, errors, retryAfterSeconds }: DomainError,
    readonly tried: TriedName,
  ) {
    super(code, message, status, errors, retryAfterSeconds);
  }
}

/** Returns the error for an unknown object and for one outside the caller's scope (docs/rules.md#refusals). */
export const notFound = (what: string): DomainError => new DomainError('NOT_FOUND', `${what} was not found.`, 404);

/** Returns the first message of each field in a refusal, for responses without problem details; null for any other error. */
export function fieldMessages(error: unknown): string[] | null {
  if (!(error instanceof DomainError) || !error.errors) return null;
  return Object.values(error.errors).flatMap((messages) => messages.slice(0, 1));
}
