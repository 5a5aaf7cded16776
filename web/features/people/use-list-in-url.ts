import type { USER_SORTS } from '../../../api/contracts/user.contract.js';
import type { Sorting } from '../../shared/ui/data-table.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import type { UserListQuery, UserSort } from './user-list.js';

/** Repeated here, because importing the value would also import the contract's schemas. */
const SORTS: typeof USER_SORTS = ['username', 'organization', 'role', 'lastActive', 'lastJoinedCourse', 'status'];

/** Filter, sort and page of the list of users, kept in the address. Changing the filter returns to the first page. */
export function useListInUrl() {
  const [search, change] = useSearchInUrl();
  const sort = SORTS.find((known) => known === search.get('sort')) ?? 'username';
  const query: UserListQuery = {
    orgId: search.get('organization') ?? undefined,
    search: search.get('search') ?? '',
    sort,
    order: search.get('order') === 'desc' ? 'desc' : 'asc',
    page: Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1) || 0,
  };
  return {
    query,
    onSearch: (text: string) => change({ search: text, page: undefined }),
    onOrganization: (id: string) => change({ organization: id, page: undefined }),
    onSort: ({ by, order }: Sorting<UserSort>) =>
      change({ sort: by === 'username' ? undefined : by, order: order === 'asc' ? undefined : order, page: undefined }),
    onPage: (page: number) => change({ page: page === 0 ? undefined : String(page + 1) }),
  };
}
