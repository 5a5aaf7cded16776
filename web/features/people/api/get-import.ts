import { queryOptions } from '@tanstack/react-query';
import type { UserImportStatus } from '../../../../api/contracts/user-import.contract.js';
import { api } from '../../../shared/api-client/api.js';

const WHILE_RUNNING_MS = 1_000;

/** GET /users/import: the newest import of one's organization, asked for every second while it runs. */
export const importQuery = queryOptions({
  queryKey: ['user-import'],
  queryFn: ({ signal }) => api.call<UserImportStatus>('/users/import', { signal, background: true }),
  refetchInterval: ({ state }) => (state.data?.import?.state === 'running' ? WHILE_RUNNING_MS : false),
});
