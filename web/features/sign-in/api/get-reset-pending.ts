import { api } from '../../../shared/api-client/api.js';

/** GET /users/passwordResets/{username}: true only for a caller with the proof of the one-time code (docs/rules.md#proof-of-a-reset). */
export const getResetPending = (username: string) =>
  api.call<boolean>(`/users/passwordResets/${encodeURIComponent(username)}`, { background: true });
