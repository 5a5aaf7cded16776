import { ApiError, type FieldErrors } from '../../shared/api-client/api-error.js';
import { signInMessages as messages } from './sign-in.messages.js';

interface LoginFailure {
  message: string;
  fields: FieldErrors;
}

/** Returns the text for a rejected sign-in (docs/rules.md#signing-in). */
export function loginFailure(error: unknown): LoginFailure {
  if (!(error instanceof ApiError) || !error.title) return { message: messages.failed, fields: {} };
  const hasFields = Object.keys(error.errors).length > 0;
  const message = hasFields ? messages.failedWith(error.title) : error.title;
  return { message: /password/i.test(error.title) ? messages.withResetHelp(message) : message, fields: error.errors };
}
