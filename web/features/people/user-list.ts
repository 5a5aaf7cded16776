import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { USER_SORTS, User } from '../../../api/contracts/user.contract.js';
import type { LivePosition } from '../../shared/live-client/live-client.js';

export const PAGE_SIZE = 50;

export type UserSort = (typeof USER_SORTS)[number];

/** What of all users is asked for. */
export interface UserListQuery {
  orgId: string | undefined;
  search: string;
  sort: UserSort;
  order: 'asc' | 'desc';
  /** Counted from 0. */
  page: number;
}

/** One page of users, and how many there are. */
export interface UserList {
  users: readonly User[];
  total: number;
  /** Where live rows go on from. */
  from: LivePosition | null;
}

/**
 * Takes live rows into a page. `stale`: somebody came, went or is on another page, so only the server knows what the page
 * holds now.
 */
export function takeLiveUsers(list: UserList, rows: readonly LiveRow<User>[]): { list: UserList; stale: boolean } {
  const changed = new Map(rows.map(({ key, value }) => [key, value]));
  const shown = new Set(list.users.map(({ id }) => id));
  const stale = rows.some(({ key, value }) => value === null || !shown.has(key));
  const users = list.users.flatMap((user) => {
    const value = changed.get(user.id);
    if (value === undefined) return [user];
    // when somebody was last active is no event: live rows may not know it
    return value === null ? [] : [{ ...user, ...value, lastActive: value.lastActive ?? user.lastActive }];
  });
  return { list: { ...list, users }, stale };
}
