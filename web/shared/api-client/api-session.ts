import type { RefreshResponse } from '../../../api/contracts/sign-in.contract.js';
import { storedSignIn } from '../session/stored-sign-in.js';
import type { ApiSession } from './api-client.js';
import { readApiError } from './api-error.js';

/** Lifetime of an access token and its cookie (docs/rules.md#tokens). */
const FRESH_MS = 4 * 60_000;

let lastResponseAt = -Infinity;
let latestLiveToken: string | null = null;

/** Returns the token that extends the live connection; null unless this tab has started or renewed the session. */
export const liveToken = (): string | null => latestLiveToken;

/** The stored session for the API client, renewed with `POST /auth/session/token`. */
export const signInSession: ApiSession = {
  exists: () => storedSignIn.authToken() !== null,

  onResponse(answer) {
    const token = answer.headers.get('x-auth-token');
    if (!token) return;
    storedSignIn.keepAuthToken(token);
    lastResponseAt = Date.now();
    latestLiveToken = answer.headers.get('x-live-token') ?? latestLiveToken;
  },

  isFresh: () => Date.now() - lastResponseAt < FRESH_MS,

  async renew(send) {
    const answer = await send('/auth/session/token', { method: 'POST', body: storedSignIn.refreshToken() ?? '' });
    if (answer.status >= 500) throw await readApiError(answer);
    if (!answer.ok) return readApiError(answer);
    const { refreshToken } = (await answer.json()) as RefreshResponse;
    storedSignIn.renewed(refreshToken);
    return null;
  },
};
