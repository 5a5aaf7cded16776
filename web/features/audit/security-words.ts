import type { SecurityEvent } from '../../../api/contracts/security-event.contract.js';
import { auditMessages as messages } from './audit.messages.js';

/** What happened, with the number of names for password spraying. */
export const eventWords = ({ kind, names }: SecurityEvent): string =>
  kind === 'password-spraying' ? messages.securityEvents.sprayedNames(names ?? 0) : messages.securityKinds[kind];

/** Codes that add nothing to the kind. */
const PLAIN_CODES: ReadonlySet<string> = new Set(['FORBIDDEN', 'TOO_MANY_REQUESTS']);

/** Why it was refused, or what the row means. */
export function detailWords({ kind, code, user }: SecurityEvent): string | null {
  const words = messages.securityEvents;
  if (kind === 'left-out') return words.aboveTheLimit;
  if (kind === 'sign-in-failed') return user ? words.wrongPassword : words.unknownUsername;
  if (kind === 'password-spraying') return words.fewGuesses;
  return code !== null && PLAIN_CODES.has(code) ? null : code;
}
