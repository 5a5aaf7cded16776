import { guessableProblem } from '../../platform/auth/guessable-passwords.js';
import { DomainError } from '../../platform/domain-error.js';

interface Owner {
  readonly username: string;
  readonly profile: { readonly email: string; readonly firstName: string; readonly lastName: string };
}

/** What no rule of characters catches. @throws DomainError VALIDATION_FAILED naming `field` */
export async function refuseGuessable(
  password: string,
  { username, profile: { email, firstName, lastName } }: Owner,
  field: string,
): Promise<void> {
  const problem = await guessableProblem(password, { username, email, firstName, lastName });
  if (problem) throw refusal(field, problem);
}

export const samePassword = (field: string): DomainError =>
  refusal(field, 'Choose a password that differs from the current one.');

const refusal = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { [field]: [message] });
