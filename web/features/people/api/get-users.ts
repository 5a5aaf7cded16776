import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { livePositionOf } from '../../../shared/live-client/live-position.js';
import { PAGE_SIZE, type UserList, type UserListQuery } from '../user-list.js';

/** GET /users/admin-detailed: one page of users. */
export const usersQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => getUsers(query, signal),
    placeholderData: keepPreviousData,
  });

async function getUsers(query: UserListQuery, signal: AbortSignal): Promise<UserList> {
  const { orgId, search, sort, order, page } = query;
  const parameters = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String(page * PAGE_SIZE),
    sort,
    order,
    ...(orgId && { orgId }),
    ...(search && { search }),
  });
  const answer = await api.page<User[]>(`/users/admin-detailed?${parameters}`, { signal });
  return {
    users: answer.body,
    total: Number(answer.header('x-total-count') ?? answer.body.length),
    from: livePositionOf(answer),
  };
}
