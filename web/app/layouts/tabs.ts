import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { framesMessages as messages } from '../frames.messages.js';
import { ADMIN_ROLES } from '../landing.js';
import { paths } from '../paths.js';

export interface Tab {
  label: string;
  to: string;
}

/** Returns the tabs of the app bar for a role (docs/rules.md#areas-and-sections). */
export function tabsOf(role: Role | undefined): readonly Tab[] {
  const instructor: Tab = { label: messages.instructor, to: paths.instructor.to() };
  if (role && ADMIN_ROLES.includes(role)) return [{ label: messages.admin, to: paths.admin.to() }, instructor];
  return role === 'Instructor' ? [instructor] : [];
}
