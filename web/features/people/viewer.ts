import type { Role } from '../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';

/** The administrator who views the page. */
export interface Viewer {
  id: string;
  role: Role;
  organizationId: string | null;
}

/** Only system admins edit, reset or delete a system admin (docs/rules.md#managing-users). */
export const canManage = (viewer: Viewer, user: User): boolean =>
  viewer.role === 'SystemAdmin' || user.roles[0] !== 'SystemAdmin';

const ASSIGNABLE: readonly Role[] = ['Restricted', 'User', 'Instructor', 'OrganizationAdmin'];

/** Returns the roles that a viewer may assign. An organization admin may assign all except system admin. */
export const assignableRoles = (viewer: Viewer): readonly Role[] =>
  viewer.role === 'SystemAdmin' ? [...ASSIGNABLE, 'SystemAdmin'] : ASSIGNABLE;

/** An organization of a select field. */
export interface OrganizationChoice {
  id: string;
  name: string;
}
