import { queryOptions } from '@tanstack/react-query';
import type { EndClassAccounts } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /groups/{id}/activesession/accounts: how many accounts the end of the running class would disable. */
export const endAccountsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['groups', courseId, 'end-accounts'],
    queryFn: () => api.call<EndClassAccounts>(`/groups/${courseId}/activesession/accounts`, { keepsPage: true }),
    gcTime: 0,
  });
