import type { ClassSession, CourseListing } from '../../api/contracts/group.contract.js';
import { ORGANIZATION_ID } from './admin-fixture.js';

/** Returns a class of the course of {@link aCourse}. */
export const aClass = (id: string, more: Partial<ClassSession> = {}): ClassSession => ({
  id,
  name: `Operations 101 - ${id}`,
  groupId: 'g1',
  startDate: null,
  endDate: null,
  scheduledStartDate: null,
  scheduledEndDate: null,
  ...more,
});

/** Returns a course with only the given classes. The ids of its classes are derived from them. */
export function aCourse(name: string, more: Partial<CourseListing> = {}): CourseListing {
  const { active = null, scheduled = null, last = null } = more;
  return {
    id: 'g1',
    name,
    password: 'K7QX4M',
    ownerId: 'id-of-ivy',
    ownerOrganizationId: ORGANIZATION_ID,
    caption: 'Spring term',
    activeSessionId: active?.id ?? null,
    lastActiveSessionId: last?.id ?? null,
    scheduledSessionId: scheduled?.id ?? null,
    ownerName: 'ivy',
    ownerOrganizationName: 'Delta 3',
    memberCount: 3,
    active,
    scheduled,
    last,
    ...more,
  };
}

/** Returns the time this many minutes from now, in the API's format. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d{3}Z$/, 'Z');
