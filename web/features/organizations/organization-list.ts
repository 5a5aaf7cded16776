import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { Organization } from '../../../api/contracts/organization.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';

/** Sorts by name in natural order. */
export const byName = (organizations: readonly Organization[]): Organization[] =>
  organizations.toSorted((a, b) => naturalOrder(a.name, b.name));

/** Applies live rows to a list of organizations. With `full`, the rows replace the whole list. */
export function applyLiveOrganizations(
  cached: readonly Organization[],
  { full, rows }: { full: boolean; rows: readonly LiveRow<Organization>[] },
): readonly Organization[] {
  const byId = new Map(full ? [] : cached.map((organization) => [organization.id, organization]));
  for (const { key, value } of rows) {
    if (value === null) byId.delete(key);
    else byId.set(key, { ...byId.get(key), ...value });
  }
  return [...byId.values()];
}

/** Sums seats and payment over all organizations. */
export const totalsOf = (organizations: readonly Organization[]) => ({
  organizations: organizations.length,
  unpaid: organizations.filter(({ isPaid }) => !isPaid).length,
  activeUsers: organizations.reduce((sum, { activeUsers }) => sum + activeUsers, 0),
  userLimit: organizations.reduce((sum, { userLimit }) => sum + userLimit, 0),
});
