import { passwordProblem } from '../../../api/contracts/password.rule.js';
import { passwordResetMessages as messages } from './password-reset.messages.js';

/** Returns what is wrong with the two password fields before the request is sent, or null (docs/rules.md#passwords). */
export function linkResetProblem(password: string, confirmation: string): string | null {
  if (password === '' || confirmation === '') return messages.fillOutBoth;
  if (password !== confirmation) return messages.doNotMatch;
  return passwordProblem(password);
}
