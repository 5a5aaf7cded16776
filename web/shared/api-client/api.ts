import { clientConfig } from '../config/client-config.js';
import { createApiClient } from './api-client.js';
import { signInSession } from './api-session.js';

/** The browser's API client. */
export const api = createApiClient({
  fetch: (...request) => window.fetch(...request),
  baseUrl: () => clientConfig().apiUrl,
  session: signInSession,
});
