import { api } from '../api-client/api.js';
import { liveToken } from '../api-client/api-session.js';
import { clientConfig } from '../config/client-config.js';
import { createLiveClient, type LiveClient } from './live-client.js';

let client: LiveClient | null = null;

/** The browser's live connection; opened by the first watch. */
export function live(): LiveClient {
  client ??= createLiveClient({ url: clientConfig().apiUrl, renewSession: api.keepSession, liveToken });
  return client;
}
