import { queryOptions } from '@tanstack/react-query';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { naturalOrder } from '../../../shared/names/natural-order.js';

const RUN_COURSES: readonly Role[] = ['Instructor', 'OrganizationAdmin', 'SystemAdmin'];

/** More than any organization has instructors. */
const ASKED = 500;

/**
 * GET /users?orgId: instructors and admins of an organization, who may run its courses (docs/rules.md#creating-a-course).
 */
export const instructorsQuery = (organizationId: string | null) =>
  queryOptions({
    queryKey: ['users', 'instructors', organizationId],
    queryFn: async () => {
      // by role, which puts instructors and admins before the many players
      const query = new URLSearchParams({
        sort: 'role',
        limit: String(ASKED),
        ...(organizationId && { orgId: organizationId }),
      });
      const users = await api.call<BasicUser[]>(`/users?${query}`, { keepsPage: true });
      return users
        .filter(({ roles: [role], enabled }) => enabled && role !== undefined && RUN_COURSES.includes(role))
        .filter((user) => user.organizationId === organizationId)
        .toSorted((a, b) => naturalOrder(a.username, b.username));
    },
  });
