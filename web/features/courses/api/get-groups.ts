import { queryOptions } from '@tanstack/react-query';
import type { Group } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /groups: the courses the caller may see. */
export const groupsQuery = () =>
  queryOptions({ queryKey: ['groups'], queryFn: () => api.call<Group[]>('/groups'), staleTime: 30_000 });
