/** Special characters that a password may contain, at least one of them (docs/rules.md#passwords). */
export const PASSWORD_SPECIALS = '@$!%*#?&_';
export const PASSWORD_LENGTH = { minimum: 10, maximum: 255 } as const;

const ALLOWED = /^[A-Za-z0-9@$!%*#?&_]*$/;
const REQUIRED = [/[A-Za-z]/, /[0-9]/, /[@$!%*#?&_]/];

/** Returns what is wrong with a new password (docs/rules.md#passwords), or null. */
export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH.minimum) return 'Password must be at least 10 characters.';
  if (password.length > PASSWORD_LENGTH.maximum) return 'Password must be 255 characters or less.';
  if (ALLOWED.test(password) && REQUIRED.every((pattern) => pattern.test(password))) return null;
  return `Must contain at least one letter, one number, and one special character: ${PASSWORD_SPECIALS}`;
}
