import type { Role } from '../../../api/contracts/sign-in.contract.js';

/** Who looks at the courses. */
export interface CoursesViewer {
  role: Role;
  organizationId: string | null;
}

/**
 * Administrators create, reassign and delete courses and see whose they are; instructors run their own
 * (docs/rules.md#course-columns).
 */
export const manages = ({ role }: CoursesViewer): boolean => role === 'SystemAdmin' || role === 'OrganizationAdmin';

/** Only who sees courses of several organizations is told which is whose. */
export const seesOrganizations = ({ role }: CoursesViewer): boolean => role === 'SystemAdmin';
