import { ApiError } from '../../shared/api-client/api-error.js';
import { passwordResetMessages as messages } from './password-reset.messages.js';

/** Returns the text for a rejected reset by user name (docs/rules.md#reset-by-user-name). */
export function usernameResetFailure(error: unknown): string {
  if (!(error instanceof ApiError) || !error.title) return messages.usernameFailed;
  return Object.keys(error.errors).length > 0 ? messages.usernameFailedWith(error.title) : error.title;
}
