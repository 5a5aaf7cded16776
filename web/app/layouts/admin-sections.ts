import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { paths } from '../paths.js';

export interface AdminSection {
  label: string;
  to: string;
  /** Open to organization admins too, for their own organization (product §6). */
  ownOrganization?: true;
}

/** The admin area's pages, in the order of the sidebar. */
const SECTIONS: readonly AdminSection[] = [
  { label: 'Users', to: paths.adminUsers.to(), ownOrganization: true },
  { label: 'Organizations', to: paths.adminOrganizations.to() },
  { label: 'Courses', to: paths.adminCourses.to(), ownOrganization: true },
  { label: 'Sandboxes', to: paths.adminSandboxes.to() },
  { label: 'Leaderboards', to: paths.adminLeaderboards.to() },
  { label: 'Access Codes', to: paths.adminPermissions.to() },
  { label: 'Audit', to: paths.adminAudit.to() },
  { label: 'System', to: paths.adminSystem.to() },
];

/** What a role finds in the sidebar; nothing while the role is not known. */
export function adminSectionsOf(role: Role | undefined): readonly AdminSection[] {
  if (role === 'SystemAdmin') return SECTIONS;
  return role === 'OrganizationAdmin' ? SECTIONS.filter((section) => section.ownOrganization) : [];
}
