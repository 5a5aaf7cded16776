import { passwordProblem } from '../../../api/contracts/password.rule.js';
import { passwordResetMessages as messages } from './password-reset.messages.js';

/** What product §5 says about two fields for a new password, before anything is sent; null when nothing is wrong. */
export function linkResetProblem(password: string, confirmation: string): string | null {
  if (password === '' || confirmation === '') return messages.fillOutBoth;
  if (password !== confirmation) return messages.doNotMatch;
  return passwordProblem(password);
}
