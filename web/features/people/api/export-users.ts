import { api } from '../../../shared/api-client/api.js';

const TIMEOUT_MS = 30_000;

/** GET /users/export: the users' CSV, in the columns of the import. */
export const exportUsers = (orgId: string | undefined): Promise<string> =>
  api.text(orgId ? `/users/export?orgId=${orgId}` : '/users/export', { timeoutMs: TIMEOUT_MS });
