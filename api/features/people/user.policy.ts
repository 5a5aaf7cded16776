import type { Role } from '../../contracts/sign-in.contract.js';
import type { Actor } from '../../platform/auth/actor.js';

/** Actions on an account. `edit`: names and e-mail address; `move`: to another organization. */
export const USER_ACTIONS = [
  'see',
  'edit',
  'move',
  'enable',
  'change-role',
  'delete',
  'reset',
  'end-sessions',
  'select-group',
] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

/** The account that an action targets. */
export interface UserSubject {
  readonly id: string;
  readonly organizationId: string | null;
  readonly role: Role;
}

/**
 * The policy's decision. `hidden`: answered like an unknown account. `forbidden`: visible to the actor, who is not allowed to change it.
 * `own-account`: not possible for the actor's own account.
 */
export type UserAccess = 'allowed' | 'hidden' | 'forbidden' | 'own-account';

type PolicyActor = Pick<Actor, 'userId' | 'role' | 'organizationId'>;

const ON_OWN_ACCOUNT: ReadonlySet<UserAction> = new Set(['see', 'edit', 'select-group']);
const NOT_TO_ONESELF: ReadonlySet<UserAction> = new Set(['enable', 'change-role', 'delete']);

/** Decides what an actor may do to a user (docs/rules.md#managing-users). */
export function userAccess(actor: PolicyActor, action: UserAction, subject: UserSubject): UserAccess {
  if (actor.userId === subject.id) return ownAccountAccess(actor.role, action);
  if (actor.role === 'SystemAdmin') return 'allowed';
  const isOwnOrganization = actor.organizationId !== null && actor.organizationId === subject.organizationId;
  if (actor.role !== 'OrganizationAdmin' || !isOwnOrganization) return 'hidden';
  if (action === 'see') return 'allowed';
  return action === 'move' || subject.role === 'SystemAdmin' ? 'forbidden' : 'allowed';
}

function ownAccountAccess(role: Role, action: UserAction): UserAccess {
  if (ON_OWN_ACCOUNT.has(action)) return 'allowed';
  const isAdmin = role === 'SystemAdmin' || role === 'OrganizationAdmin';
  if (isAdmin && NOT_TO_ONESELF.has(action)) return 'own-account';
  if (action === 'move') return role === 'SystemAdmin' ? 'allowed' : 'forbidden';
  return isAdmin ? 'allowed' : 'forbidden';
}

/** Returns whether the actor can assign the role. Only system admins assign `SystemAdmin`. */
export const mayGrant = (actor: Pick<Actor, 'role'>, role: Role): boolean =>
  role !== 'SystemAdmin' || actor.role === 'SystemAdmin';

const RANKS: readonly Role[] = ['Restricted', 'User', 'Instructor', 'OrganizationAdmin', 'SystemAdmin'];

/** Returns whether a change of role takes rights away. */
export const isDemotion = (from: Role, to: Role): boolean => RANKS.indexOf(to) < RANKS.indexOf(from);

/** The users that a caller can list: all, those of one organization, or none. */
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
