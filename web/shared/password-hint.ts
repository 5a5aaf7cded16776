import { PASSWORD_LENGTH, PASSWORD_SPECIALS, passwordProblem } from '../../api/contracts/password.rule.js';

const RULE = `${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} letters, digits and ${PASSWORD_SPECIALS}, with at least one of each.`;

/** What to say below a field for a new password while somebody types. */
export function passwordHint(password: string): string {
  if (password === '') return RULE;
  return passwordProblem(password) ?? 'This password follows the rule.';
}
