import type { SecurityEvent } from '../../../api/contracts/security-event.contract.js';
import { auditMessages as messages } from './audit.messages.js';

/** Returns the description of a security event; password spraying includes the number of usernames. */
export const eventWords = ({ kind, names }: SecurityEvent): string =>
  kind === 'password-spraying' ? messages.securityEvents.sprayedNames(names ?? 0) : messages.securityKinds[kind];

/** Codes without more information than the kind. */
const PLAIN_CODES: ReadonlySet<string> = new Set(['FORBIDDEN', 'TOO_MANY_REQUESTS']);

/** Returns the reason of the rejection, or the meaning of the row. */
export function detailWords({ kind, code, user }: SecurityEvent): string | null {
  const words = messages.securityEvents;
  if (kind === 'left-out') return words.aboveTheLimit;
  if (kind === 'sign-in-failed') return user ? words.wrongPassword : words.unknownUsername;
  if (kind === 'password-spraying') return words.fewGuesses;
  return code !== null && PLAIN_CODES.has(code) ? null : code;
}
