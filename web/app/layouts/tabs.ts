import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { ADMIN_ROLES } from '../landing.js';
import { paths } from '../paths.js';

export interface Tab {
  label: string;
  to: string;
}

const ADMIN: Tab = { label: 'Admin', to: paths.admin.to() };
const INSTRUCTOR: Tab = { label: 'Instructor', to: paths.instructor.to() };

/** Admins see both areas, instructors their own (product §2). */
export function tabsOf(role: Role | undefined): readonly Tab[] {
  if (role && ADMIN_ROLES.includes(role)) return [ADMIN, INSTRUCTOR];
  return role === 'Instructor' ? [INSTRUCTOR] : [];
}
