import type { Role } from '../../../api/contracts/sign-in.contract.js';

/** The user who views the courses. */
export interface CoursesViewer {
  role: Role;
  organizationId: string | null;
}

/**
 * Administrators create, reassign and delete courses and see their instructors. Instructors run their own (docs/rules.md#course-columns).
 */
export const manages = ({ role }: CoursesViewer): boolean => role === 'SystemAdmin' || role === 'OrganizationAdmin';

/** Only system admins see courses of several organizations, so only they need the organization's name. */
export const seesOrganizations = ({ role }: CoursesViewer): boolean => role === 'SystemAdmin';
