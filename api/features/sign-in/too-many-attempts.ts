import { DomainError } from '../../platform/domain-error.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';

/** Returns the refusal of a password that is not verified before `retryAt`. */
export function tooManyAttempts(retryAt: Date, { metadata }: CommandContext): DomainError {
  const seconds = (retryAt.getTime() - new Date(metadata.occurredAt).getTime()) / 1_000;
  return new DomainError('TOO_MANY_REQUESTS', 'Too many attempts. Try again later.', 429, undefined, seconds);
}
