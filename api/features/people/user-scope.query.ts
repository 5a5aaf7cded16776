import type { Actor } from '../../platform/auth/actor.js';

/** Whose users somebody may list: everybody's, one organization's, or nobody's. */
export type UserScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'organization'; readonly organizationId: string }
  | { readonly kind: 'none' };

/** The scope of a list (decisions U4, C17); null when `orgId` names an organization that is not theirs. */
export function scopeOfList(
  actor: Pick<Actor, 'role' | 'organizationId'>,
  orgId: string | undefined,
): UserScope | null {
  if (actor.role === 'SystemAdmin') return orgId ? { kind: 'organization', organizationId: orgId } : { kind: 'all' };
  const { organizationId } = actor;
  if (orgId !== undefined && orgId !== organizationId) return null;
  return organizationId === null ? { kind: 'none' } : { kind: 'organization', organizationId };
}
