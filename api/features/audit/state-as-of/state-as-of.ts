import type { AuditState } from '../../../contracts/audit.contract.js';
import type { Role } from '../../../contracts/sign-in.contract.js';
import type { OrganizationEvent } from '../../organizations/organization.events.js';
import type { UserEvent } from '../../people/user.events.js';

/** A person's rights at some moment. */
export interface UserThen {
  readonly role: Role;
  readonly enabled: boolean;
  readonly organizationId: string | null;
}

export type OrganizationThen = Omit<Extract<AuditState, { targetType: 'organization' }>, 'targetType'>;

/** Null before there was such a person, and from the deletion on. */
export const userThen = (past: readonly UserEvent[]): UserThen | null => past.reduce(evolveUser, null);

/** Null before there was such an organization, and from the deletion on. */
export const organizationThen = (past: readonly OrganizationEvent[]): OrganizationThen | null =>
  past.reduce(evolveOrganization, null);

function evolveUser(user: UserThen | null, event: UserEvent): UserThen | null {
  if (event.type === 'UserRegistered') {
    const { role, organizationId } = event.data;
    return { role, organizationId, enabled: true };
  }
  if (user === null) return null;
  switch (event.type) {
    case 'UserMovedToOrganization':
      return { ...user, organizationId: event.data.to };
    case 'UserEnabled':
    case 'UserDisabled':
      return { ...user, enabled: event.type === 'UserEnabled' };
    case 'UserRoleChanged':
      return { ...user, role: event.data.to };
    case 'UserDeleted':
      return null;
    default:
      return user;
  }
}

function evolveOrganization(organization: OrganizationThen | null, event: OrganizationEvent): OrganizationThen | null {
  if (event.type === 'OrganizationCreated') {
    const { name, userLimit } = event.data;
    return { name, userLimit, isPaid: false };
  }
  if (organization === null) return null;
  switch (event.type) {
    case 'OrganizationMarkedPaid':
    case 'OrganizationMarkedUnpaid':
      return { ...organization, isPaid: event.type === 'OrganizationMarkedPaid' };
    case 'OrganizationUserLimitChanged':
      return { ...organization, userLimit: event.data.userLimit };
    case 'OrganizationDeleted':
      return null;
    default:
      return organization;
  }
}
