import { queryOptions } from '@tanstack/react-query';
import type { Group } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /users/me/groups: the courses the caller has joined. */
export const ownGroupsQuery = ({ background = false } = {}) =>
  queryOptions({
    queryKey: ['users', 'me', 'groups'],
    queryFn: () => api.call<Group[]>('/users/me/groups', { background }),
  });
