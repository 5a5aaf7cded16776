import type { Role } from '../../../api/contracts/sign-in.contract.js';
import type { appMessages } from '../app.messages.js';
import type { paths } from '../paths.js';

export interface AdminSection {
  page: keyof typeof appMessages.pages & keyof typeof paths;
  /** Also visible to organization admins, for their own organization (docs/rules.md#areas-and-sections). */
  ownOrganization?: true;
}

/** The pages of the admin area, in sidebar order. */
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

/** Returns the sidebar sections of a role; none while the role is unknown. */
export function adminSectionsOf(role: Role | undefined): readonly AdminSection[] {
  if (role === 'SystemAdmin') return SECTIONS;
  return role === 'OrganizationAdmin' ? SECTIONS.filter((section) => section.ownOrganization) : [];
}
