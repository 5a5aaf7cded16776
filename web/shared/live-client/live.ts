import type { PollReply, PollRequest } from '../../../api/contracts/live.contract.js';
import { api } from '../api-client/api.js';
import { ApiError } from '../api-client/api-error.js';
import { liveToken } from '../api-client/api-session.js';
import { clientConfig } from '../config/client-config.js';
import { createLiveClient, type LiveClient } from './live-client.js';

/** Longer than the server holds a poll, with a margin for slow networks. */
const POLL_TIMEOUT_MS = 30_000;

let client: LiveClient | null = null;

/** Returns the browser's live connection. The first watch opens it. */
export function live(): LiveClient {
  client ??= createLiveClient({ url: clientConfig().apiUrl, renewSession: api.keepSession, liveToken, sendPoll });
  return client;
}

async function sendPoll(body: PollRequest, signal: AbortSignal): Promise<PollReply> {
  const request = { method: 'POST', body, signal, timeoutMs: POLL_TIMEOUT_MS, background: true } as const;
  try {
    return await api.call<PollReply>('/live/poll', request);
  } catch (error) {
    // Renews the session, as a socket does when the server rejects it.
    if (error instanceof ApiError && error.status === 401) await api.keepSession(true);
    throw error;
  }
}
