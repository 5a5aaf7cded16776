import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type { CourseSummary } from './course.query.js';

/** A course as the API shows it to its staff; classes newest first. */
export function toGroup(course: CourseSummary, classes: readonly ClassSession[], memberIds: readonly string[]): Group {
  const { active, scheduled, last } = currentOf(classes);
  return {
    id: course.courseId,
    name: course.name,
    password: course.code,
    ownerId: course.ownerId,
    ownerOrganizationId: course.organizationId,
    caption: course.caption,
    memberIds: [...memberIds],
    activeSessionId: active?.id ?? null,
    lastActiveSessionId: last?.id ?? null,
    scheduledSessionId: scheduled?.id ?? null,
  };
}

/** What runs, what is to come and what ended last. */
export interface CurrentClasses {
  readonly active: ClassSession | null;
  readonly scheduled: ClassSession | null;
  readonly last: ClassSession | null;
}

/** Of a course's classes, newest first. */
export function currentOf(classes: readonly ClassSession[]): CurrentClasses {
  const first = (wanted: (session: ClassSession) => boolean): ClassSession | null => classes.find(wanted) ?? null;
  return {
    active: first(({ startDate, endDate }) => startDate !== null && endDate === null),
    scheduled: first(({ startDate, scheduledStartDate }) => startDate === null && scheduledStartDate !== null),
    last: first(({ endDate }) => endDate !== null),
  };
}
