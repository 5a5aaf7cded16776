import { ApiError, type FieldErrors } from '../../shared/api-client/api-error.js';

const ASK_FOR_RESET = 'If you forgot your password, please contact your administrator to have it reset.';

interface LoginFailure {
  message: string;
  fields: FieldErrors;
}

/** What the login screen shows for a refused sign-in (product §8). */
export function loginFailure(error: unknown): LoginFailure {
  if (!(error instanceof ApiError) || !error.title) return { message: 'Login Failed', fields: {} };
  const hasFields = Object.keys(error.errors).length > 0;
  const message = hasFields ? `Login failed: ${error.title}` : error.title;
  return { message: /password/i.test(error.title) ? `${message} ${ASK_FOR_RESET}` : message, fields: error.errors };
}
