import { api } from '../../../shared/api-client/api.js';

/** DELETE /auth/session: ends the session everywhere. */
export const deleteSession = (refreshToken: string) =>
  api.call<void>('/auth/session', { method: 'DELETE', body: refreshToken, background: true });
