import type { SecurityEvent, SecurityEventKind } from '../../../api/contracts/security-event.contract.js';

/** Names of the kinds in the filter. */
export const KIND_WORDS: Readonly<Record<SecurityEventKind, string>> = {
  'sign-in-failed': 'Failed sign-in',
  'password-spraying': 'Password spraying',
  forbidden: 'Permission denied',
  throttled: 'Throttled',
  'left-out': 'Not recorded',
};

/** What happened, with the number of names for password spraying. */
export const eventWords = ({ kind, names }: SecurityEvent): string =>
  kind === 'password-spraying' ? `Password spraying: ${names ?? 0} names` : KIND_WORDS[kind];

/** Codes that add nothing to the kind. */
const PLAIN_CODES: ReadonlySet<string> = new Set(['FORBIDDEN', 'TOO_MANY_REQUESTS']);

/** Why it was refused, or what the row means. */
export function detailWords({ kind, code, user }: SecurityEvent): string | null {
  if (kind === 'left-out') return 'Above the limit of recorded events per minute';
  if (kind === 'sign-in-failed') return user ? 'Wrong password' : 'Unknown username';
  if (kind === 'password-spraying') return 'Few guesses at each of many usernames';
  return code !== null && PLAIN_CODES.has(code) ? null : code;
}
