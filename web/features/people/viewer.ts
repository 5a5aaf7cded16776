import type { Role } from '../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';

/** The administrator who looks at the page. */
export interface Viewer {
  id: string;
  role: Role;
  organizationId: string | null;
}

/** Only system admins edit, reset or delete a system admin (docs/rules.md#managing-users). */
export const mayTouch = (viewer: Viewer, user: User): boolean =>
  viewer.role === 'SystemAdmin' || user.roles[0] !== 'SystemAdmin';

const ASSIGNABLE: readonly Role[] = ['Restricted', 'User', 'Instructor', 'OrganizationAdmin'];

/** The roles a viewer may give; a system admin any, an organization admin all but that one. */
export const assignableRoles = (viewer: Viewer): readonly Role[] =>
  viewer.role === 'SystemAdmin' ? [...ASSIGNABLE, 'SystemAdmin'] : ASSIGNABLE;

/** An organization to choose from. */
export interface OrganizationChoice {
  id: string;
  name: string;
}
