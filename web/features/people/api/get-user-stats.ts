import { queryOptions } from '@tanstack/react-query';
import type { UserStats } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /users/stats: seats taken, and administrators among those who take them. */
export const userStatsQuery = (orgId: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'stats', orgId ?? 'all'],
    queryFn: () => api.call<UserStats>(orgId ? `/users/stats?orgId=${orgId}` : '/users/stats'),
  });
