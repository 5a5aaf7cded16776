import { api } from '../../../shared/api-client/api.js';

/** GET /users/passwordResets/{username}: true only for who holds the one-time code's proof (decisions W1). */
export const getResetPending = (username: string) =>
  api.call<boolean>(`/users/passwordResets/${encodeURIComponent(username)}`, { background: true });
