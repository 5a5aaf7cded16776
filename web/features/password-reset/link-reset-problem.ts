import { passwordProblem } from '../../../api/contracts/password.rule.js';

/** What product §5 says about two fields for a new password, before anything is sent; null when nothing is wrong. */
export function linkResetProblem(password: string, confirmation: string): string | null {
  if (password === '' || confirmation === '') return 'Please fill out both password fields.';
  if (password !== confirmation) return 'Passwords do not match.';
  return passwordProblem(password);
}
