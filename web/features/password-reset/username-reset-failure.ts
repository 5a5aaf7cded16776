import { ApiError } from '../../shared/api-client/api-error.js';

/** What the screen says about a refused reset by username (product §8). */
export function usernameResetFailure(error: unknown): string {
  if (!(error instanceof ApiError) || !error.title) return 'Password Reset Failed';
  return Object.keys(error.errors).length > 0 ? `Password Reset failed: ${error.title}` : error.title;
}
