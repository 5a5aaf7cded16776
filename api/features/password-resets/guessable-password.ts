import { DomainError } from '../../platform/domain-error.js';

interface Owner {
  readonly username: string;
  readonly profile: { readonly email: string };
}

/** What no rule of characters catches. @throws DomainError VALIDATION_FAILED naming `field` */
export function refuseGuessable(password: string, { username, profile: { email } }: Owner, field: string): void {
  const own = [username, email, email.split('@', 1)[0]!].map((text) => text.toLowerCase());
  if (own.includes(password.toLowerCase())) throw refusal(field, 'Password must not be the username or e-mail.');
}

export const samePassword = (field: string): DomainError =>
  refusal(field, 'Choose another password than the one you were given.');

const refusal = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { [field]: [message] });
