import type { Role } from '../../api/contracts/sign-in.contract.js';
import { paths } from './paths.js';

export const ADMIN_ROLES: readonly Role[] = ['SystemAdmin', 'OrganizationAdmin'];
export const STAFF_ROLES: readonly Role[] = [...ADMIN_ROLES, 'Instructor'];

/** Paths that are restricted to certain roles, including the pages below them. The first match applies. */
const RESTRICTED: readonly (readonly [path: string, roles: readonly Role[]])[] = [
  [paths.adminUsers.pattern, ADMIN_ROLES],
  [paths.adminCourses.pattern, ADMIN_ROLES],
  [`${paths.admin.pattern}/`, ['SystemAdmin']],
  [paths.admin.pattern, ADMIN_ROLES],
  [paths.instructor.pattern, STAFF_ROLES],
  ['/gradebook', STAFF_ROLES],
  ['/monitor', STAFF_ROLES],
];

/**
 * Returns the page after the sign-in: `requested` if it is a page of this application that the role may see, otherwise the landing page.
 */
export function landingOf(role: Role | undefined, requested?: string): string {
  if (requested !== undefined && mayOpen(role, requested)) return requested;
  if (role && ADMIN_ROLES.includes(role)) return paths.adminUsers.to();
  return role === 'Instructor' ? paths.instructor.to() : paths.play.to();
}

function mayOpen(role: Role | undefined, requested: string): boolean {
  // Two slashes would navigate to another host.
  if (!/^\/(?![/\\])/.test(requested)) return false;
  const { pathname } = new URL(requested, window.location.origin);
  if (pathname === paths.login.to()) return false;
  const [, roles] = RESTRICTED.find(([path]) => isBelow(path, pathname)) ?? [];
  return roles === undefined || (role !== undefined && roles.includes(role));
}

const isBelow = (path: string, pathname: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);

const LAST_LANDING = 'landing';

/** Stores a role's landing page in this browser, for {@link pagesAhead}. */
export const rememberLanding = (role: Role | undefined): void => localStorage.setItem(LAST_LANDING, landingOf(role));

/**
 * Returns the paths that are probably shown after the next sign-in, so that their files load while the password is typed. A new browser
 * preloads the students' page, because most people are students.
 */
export function pagesAhead(requested: string | undefined): string[] {
  const landing = requested ?? localStorage.getItem(LAST_LANDING) ?? paths.play.to();
  const { pathname } = new URL(landing, window.location.origin);
  return pathname === paths.instructor.to() ? [pathname, paths.instructorCourses.to()] : [pathname];
}
