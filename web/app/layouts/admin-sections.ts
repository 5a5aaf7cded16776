import type { Role } from '../../../api/contracts/sign-in.contract.js';
import type { appMessages } from '../app.messages.js';
import type { paths } from '../paths.js';

export interface AdminSection {
  page: keyof typeof appMessages.pages & keyof typeof paths;
  /** Visible to organization admins too, for their own organization (docs/rules.md#areas-and-sections). */
  ownOrganization?: true;
}

/** The admin area's pages, in the order of the sidebar. */
const SECTIONS: readonly AdminSection[] = [
  { page: 'adminUsers', ownOrganization: true },
  { page: 'adminOrganizations' },
  { page: 'adminCourses', ownOrganization: true },
  { page: 'adminSandboxes' },
  { page: 'adminLeaderboards' },
  { page: 'adminPermissions' },
  { page: 'adminAudit' },
  { page: 'adminSystem' },
];

/** What a role finds in the sidebar; nothing while the role is not known. */
export function adminSectionsOf(role: Role | undefined): readonly AdminSection[] {
  if (role === 'SystemAdmin') return SECTIONS;
  return role === 'OrganizationAdmin' ? SECTIONS.filter((section) => section.ownOrganization) : [];
}
