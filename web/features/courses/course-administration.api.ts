import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type {
  ClassSession,
  CourseListing,
  EndClassAccounts,
  SkippedMember,
} from '../../../api/contracts/group.contract.js';
import type { BasicUser } from '../../../api/contracts/user.contract.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { api } from '../../shared/api-client/api.js';
import { keepsShownPage } from '../../shared/api-client/keeps-shown-page.js';
import type { LivePosition } from '../../shared/live-client/live-client.js';
import { livePositionOf } from '../../shared/live-client/live-position.js';
import { naturalOrder } from '../../shared/names/natural-order.js';

interface CourseListings {
  courses: readonly CourseListing[];
  /** Position from which live rows continue. */
  from: LivePosition | null;
}

/** GET /groups/listings: the courses the caller may see, with their classes. */
export const listingsQuery = () =>
  queryOptions({
    queryKey: ['groups', 'listings'],
    queryFn: getListings,
    staleTime: 30_000,
  });

/** Loads the list in parts. Live rows continue from the first part, so they also replace rows that changed during the other requests. */
async function getListings(context: QueryFunctionContext): Promise<CourseListings> {
  const request = keepsShownPage(context);
  let answer = await api.page<CourseListing[]>('/groups/listings', request);
  const from = livePositionOf(answer);
  const courses = [...answer.body];
  while (Number(answer.header('x-total-count') ?? 0) > answer.body.length && answer.body.length > 0) {
    answer = await api.page<CourseListing[]>(`/groups/listings?after=${answer.body.at(-1)!.id}`, request);
    courses.push(...answer.body);
  }
  return { courses, from };
}

/** GET /groups/{id}/sessions: all classes of a course, newest first. Loads again when one of its current classes changes. */
export const classesQuery = ({ id, active, scheduled, last }: CourseListing) =>
  queryOptions({
    queryKey: ['groups', id, 'sessions', active, scheduled, last],
    queryFn: () => api.call<ClassSession[]>(`/groups/${id}/sessions`, { keepsPage: true }),
    placeholderData: keepPreviousData,
  });

const RUN_COURSES: readonly Role[] = ['Instructor', 'OrganizationAdmin', 'SystemAdmin'];

/** No organization has this many instructors. */
const MOST_INSTRUCTORS = 500;

/**
 * GET /users?orgId: instructors and admins of an organization, who may run its courses (docs/rules.md#creating-a-course).
 */
export const instructorsQuery = (organizationId: string | null) =>
  queryOptions({
    queryKey: ['users', 'instructors', organizationId],
    queryFn: async () => {
      // sorted by role, so that instructors and admins precede the many players
      const query = new URLSearchParams({
        sort: 'role',
        limit: String(MOST_INSTRUCTORS),
        ...(organizationId && { orgId: organizationId }),
      });
      const users = await api.call<BasicUser[]>(`/users?${query}`, { keepsPage: true });
      return users
        .filter(({ roles: [role], enabled }) => enabled && role !== undefined && RUN_COURSES.includes(role))
        .filter((user) => user.organizationId === organizationId)
        .toSorted((a, b) => naturalOrder(a.username, b.username));
    },
  });

const PLAYERS: readonly Role[] = ['User', 'Restricted'];
const MOST_PLAYERS = 50;

/** GET /users?search: matching players who may be members of an organization's course (docs/rules.md#creating-a-course). */
export const playersQuery = (search: string, organizationId: string) =>
  queryOptions({
    queryKey: ['users', 'players', organizationId, search],
    queryFn: async () => {
      const query = new URLSearchParams({ search, limit: String(MOST_PLAYERS) });
      const users = await api.call<BasicUser[]>(`/users?${query}`, { keepsPage: true });
      return users.filter(
        ({ roles: [role], organizationId: own }) =>
          role !== undefined && PLAYERS.includes(role) && (own === null || own === organizationId),
      );
    },
    staleTime: 30_000,
  });

/** GET /groups/{id}/activesession/accounts: how many accounts the end of the running class would disable. */
export const endAccountsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['groups', courseId, 'end-accounts'],
    queryFn: () => api.call<EndClassAccounts>(`/groups/${courseId}/activesession/accounts`, { keepsPage: true }),
    gcTime: 0,
  });

const SKIPPED_TRIES = 5;
const SKIPPED_RETRY_MS = 2000;

/** GET /groups/{id}/lastactivesession/skipped: students of the resumed class who are still disabled, and why. */
export const skippedQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['groups', courseId, 'skipped'],
    queryFn: () => api.call<SkippedMember[]>(`/groups/${courseId}/lastactivesession/skipped`, { keepsPage: true }),
    // the server rejects the request while accounts are still being enabled
    retry: SKIPPED_TRIES,
    retryDelay: SKIPPED_RETRY_MS,
    gcTime: 0,
  });
