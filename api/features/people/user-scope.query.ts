import type { Actor } from '../../platform/auth/actor.js';

/** Whose users somebody may list: everybody's, one organization's, or nobody's. */
export type UserScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'organization'; readonly organizationId: string }
  | { readonly kind: 'none' };

/** Returns the scope of a list; null when `orgId` names another organization (docs/rules.md#lists-of-users). */
export function scopeOfList(
  actor: Pick<Actor, 'role' | 'organizationId'>,
  orgId: string | undefined,
): UserScope | null {
  if (actor.role === 'SystemAdmin') return orgId ? { kind: 'organization', organizationId: orgId } : { kind: 'all' };
  const { organizationId } = actor;
  if (orgId !== undefined && orgId !== organizationId) return null;
  return organizationId === null ? { kind: 'none' } : { kind: 'organization', organizationId };
}
