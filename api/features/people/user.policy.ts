import type { Role } from '../../contracts/sign-in.contract.js';
import type { Actor } from '../../platform/auth/actor.js';

/** What somebody may want of an account. `edit`: names and e-mail; `move`: to another organization. */
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

/** Whose account it is. */
export interface UserSubject {
  readonly id: string;
  readonly organizationId: string | null;
  readonly role: Role;
}

/**
 * `hidden`: answered like an account that is not there. `forbidden`: known to the actor, but not theirs to change.
 * `own-account`: nobody does this to themselves.
 */
export type UserVerdict = 'allowed' | 'hidden' | 'forbidden' | 'own-account';

type Asking = Pick<Actor, 'userId' | 'role' | 'organizationId'>;

const TO_ONESELF: ReadonlySet<UserAction> = new Set(['see', 'edit', 'select-group']);
const NOT_TO_ONESELF: ReadonlySet<UserAction> = new Set(['enable', 'change-role', 'delete']);

/** Decides what an actor may do to a user (docs/rules.md#managing-users). */
export function verdictOn(actor: Asking, action: UserAction, subject: UserSubject): UserVerdict {
  if (actor.userId === subject.id) return verdictOnOneself(actor.role, action);
  if (actor.role === 'SystemAdmin') return 'allowed';
  const isTheirs = actor.organizationId !== null && actor.organizationId === subject.organizationId;
  if (actor.role !== 'OrganizationAdmin' || !isTheirs) return 'hidden';
  if (action === 'see') return 'allowed';
  return action === 'move' || subject.role === 'SystemAdmin' ? 'forbidden' : 'allowed';
}

function verdictOnOneself(role: Role, action: UserAction): UserVerdict {
  if (TO_ONESELF.has(action)) return 'allowed';
  const isAdmin = role === 'SystemAdmin' || role === 'OrganizationAdmin';
  if (isAdmin && NOT_TO_ONESELF.has(action)) return 'own-account';
  if (action === 'move') return role === 'SystemAdmin' ? 'allowed' : 'forbidden';
  return isAdmin ? 'allowed' : 'forbidden';
}

/** Only system admins make system admins. */
export const mayGrant = (actor: Pick<Actor, 'role'>, role: Role): boolean =>
  role !== 'SystemAdmin' || actor.role === 'SystemAdmin';

const RANKS: readonly Role[] = ['Restricted', 'User', 'Instructor', 'OrganizationAdmin', 'SystemAdmin'];

/** True when somebody may do less than before. */
export const isDemotion = (from: Role, to: Role): boolean => RANKS.indexOf(to) < RANKS.indexOf(from);

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
