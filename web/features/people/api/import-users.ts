import type { UserImportResult } from '../../../../api/contracts/user-import.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useUserMutation } from './use-user-mutation.js';

const TIMEOUT_MS = 30_000;

/** POST /users/import: as a dry run it only says what would happen. */
export const importUsers = (csv: string, dryRun: boolean) =>
  api.call<UserImportResult>(`/users/import?dryRun=${dryRun}`, {
    method: 'POST',
    body: { csv },
    timeoutMs: TIMEOUT_MS,
  });

export const useImportUsers = () =>
  useUserMutation({
    send: (csv: string) => importUsers(csv, false),
    failed: null,
    done: ({ imported }) => `${imported} ${imported === 1 ? 'user is' : 'users are'} imported.`,
  });
