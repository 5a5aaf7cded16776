import type { User } from '../../../api/contracts/user.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { createSession } from './api/create-session.js';
import { deleteSession } from './api/delete-session.js';
import { getUser } from './api/get-user.js';

const NO_USER = 'No logged in user. If this problem persists, please contact your administrator.';
const CANNOT_PLAY = 'User or organization account is disabled. Please contact your administrator.';

let leaving: Promise<void> = Promise.resolve();

/** Signs in and loads the user. @throws ApiError with the text to show. */
export async function signIn(username: string, password: string): Promise<User> {
  await leaving; // a sign-out still on its way would take the new session's cookies along
  const answer = await createSession({ username, password });
  storedSession.signedIn(answer, username);
  const refusal = !answer.id ? NO_USER : !answer.canPlay ? CANNOT_PLAY : null;
  if (refusal) {
    await signOut();
    throw new ApiError(200, refusal);
  }
  return getUser(answer.id);
}

/** Ends the session; what the browser stored goes even when the server cannot be reached. */
export function signOut(): Promise<void> {
  const refreshToken = storedSession.refreshToken();
  storedSession.signedOut();
  if (refreshToken !== null) leaving = deleteSession(refreshToken).catch(() => {});
  return leaving;
}
