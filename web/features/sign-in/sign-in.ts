import type { SignInResponse } from '../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { createSession } from './api/create-session.js';
import { deleteSession } from './api/delete-session.js';
import { getResetPending } from './api/get-reset-pending.js';
import { getUser } from './api/get-user.js';
import { signInMessages as messages } from './sign-in.messages.js';

let leaving: Promise<void> = Promise.resolve();

/** Signs in and loads the user; null when a new password must be set first. @throws ApiError with the text to show. */
export async function signIn(username: string, password: string): Promise<User | null> {
  await leaving; // an unfinished sign-out would also delete the new session's cookies
  if (await isResetPending(username)) return null;
  const answer = await credentialsOf(username, password);
  if (!answer) return null;
  storedSignIn.signedIn(answer, username);
  const refusal = !answer.id ? messages.noUser : !answer.canPlay ? messages.cannotPlay : null;
  if (refusal) {
    await signOut();
    throw new ApiError(200, refusal);
  }
  return getUser(answer.id);
}

/** Ends the session. The browser's stored session is cleared even when the server cannot be reached. */
export function signOut(): Promise<void> {
  const refreshToken = storedSignIn.refreshToken();
  storedSignIn.signedOut();
  if (refreshToken !== null) leaving = deleteSession(refreshToken).catch(() => {});
  return leaving;
}

/** Returns null when the password was a one-time code, which only opens the reset (docs/rules.md#proof-of-a-reset). */
async function credentialsOf(username: string, password: string): Promise<SignInResponse | null> {
  try {
    return await createSession({ username, password });
  } catch (error) {
    const refused = error instanceof ApiError && error.code === 'PASSWORD_RESET_PENDING';
    if (refused && (await isResetPending(username))) return null;
    throw error;
  }
}

/** Returns whether a reset is pending. A failed check does not stop the sign-in, whose response reports the same. */
async function isResetPending(username: string): Promise<boolean> {
  if (username.trim() === '') return false;
  try {
    return Boolean(await getResetPending(username));
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) return false;
    throw error;
  }
}
