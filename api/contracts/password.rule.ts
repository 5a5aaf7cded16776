/** Special characters a password may and must hold (product §5). */
export const PASSWORD_SPECIALS = '@$!%*#?&_';
export const PASSWORD_LENGTH = { minimum: 10, maximum: 255 } as const;

const ALLOWED = /^[A-Za-z0-9@$!%*#?&_]*$/;
const REQUIRED = [/[A-Za-z]/, /[0-9]/, /[@$!%*#?&_]/];

/** What is wrong with a new password, in the words of product §5; null when nothing is. */
export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH.minimum) return 'Password must be at least 10 characters.';
  if (password.length > PASSWORD_LENGTH.maximum) return 'Password must be 255 characters or less.';
  if (ALLOWED.test(password) && REQUIRED.every((pattern) => pattern.test(password))) return null;
  return `Must contain at least one letter, one number, and one special character: ${PASSWORD_SPECIALS}`;
}
