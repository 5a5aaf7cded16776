import { z } from 'zod';
import { textLine } from './primitives.contract.js';
import { passwordProblem } from './password.rule.js';

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const USERNAME = 'Username must be 3 to 64 letters, digits, dots, underscores or hyphens.';

/**
 * A new user name (docs/rules.md#user-names-and-e-mail-addresses). A name that looks like an id would make PUT and POST
 * …/passwordResets ambiguous.
 */
export const Username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{3,64}$/, USERNAME)
  .refine((name) => !UUID_SHAPE.test(name), USERNAME);

/** An e-mail address as typed. It is unique, ignoring case. */
export const Email = z
  .string()
  .trim()
  .max(254, 'Must be 254 characters or less.')
  .pipe(z.email('Enter a valid e-mail address.'));

/** A new password (docs/rules.md#passwords). */
export const NewPassword = z.string().superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** First name, last name or rank; may be empty. */
export const NamePart = textLine(100).trim();

/** ISO 3166-1 numeric country id, or null when not given. */
export const Nationality = z.int().min(1).max(999).nullable();
