import type { Role } from '../../api/contracts/sign-in.contract.js';
import { paths } from './paths.js';

export const ADMIN_ROLES: readonly Role[] = ['SystemAdmin', 'OrganizationAdmin'];
export const STAFF_ROLES: readonly Role[] = [...ADMIN_ROLES, 'Instructor'];

/** Where the first role lands after the sign-in (product §4). */
export function landingOf(role: Role | undefined): string {
  if (role && ADMIN_ROLES.includes(role)) return paths.adminUsers.to();
  return role === 'Instructor' ? paths.instructor.to() : paths.play.to();
}
