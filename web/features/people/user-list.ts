import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { USER_SORTS, User } from '../../../api/contracts/user.contract.js';
import type { LivePosition } from '../../shared/live-client/live-client.js';

export const PAGE_SIZE = 50;

export type UserSort = (typeof USER_SORTS)[number];

/** Query for one page of users. */
export interface UserListQuery {
  orgId: string | undefined;
  search: string;
  sort: UserSort;
  order: 'asc' | 'desc';
  /** Zero-based. */
  page: number;
}

/** One page of users, and the total number. */
export interface UserList {
  users: readonly User[];
  total: number;
  /** Position from which live rows continue. */
  from: LivePosition | null;
}

/**
 * Applies live rows to a page. `stale` means that a user was added or removed, or that a changed user is on another page. Only the server
 * then knows the current content of the page.
 */
export function takeLiveUsers(list: UserList, rows: readonly LiveRow<User>[]): { list: UserList; stale: boolean } {
  const changed = new Map(rows.map(({ key, value }) => [key, value]));
  const shown = new Set(list.users.map(({ id }) => id));
  const stale = rows.some(({ key, value }) => value === null || !shown.has(key));
  const users = list.users.flatMap((user) => {
    const value = changed.get(user.id);
    if (value === undefined) return [user];
    // activity is not an event, so live rows may lack `lastActive`
    return value === null ? [] : [{ ...user, ...value, lastActive: value.lastActive ?? user.lastActive }];
  });
  return { list: { ...list, users }, stale };
}
