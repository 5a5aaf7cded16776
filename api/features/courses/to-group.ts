import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type { CourseSummary } from './course.query.js';

/** Returns a course as staff receives it. `classes` are sorted newest first. */
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

/** The running, the scheduled and the newest ended class of a course. */
export interface CurrentClasses {
  readonly active: ClassSession | null;
  readonly scheduled: ClassSession | null;
  readonly last: ClassSession | null;
}

/** Picks the current classes from the classes of a course, which are sorted newest first. */
export function currentOf(classes: readonly ClassSession[]): CurrentClasses {
  const first = (wanted: (session: ClassSession) => boolean): ClassSession | null => classes.find(wanted) ?? null;
  return {
    active: first(({ startDate, endDate }) => startDate !== null && endDate === null),
    scheduled: first(({ startDate, scheduledStartDate }) => startDate === null && scheduledStartDate !== null),
    last: first(({ endDate }) => endDate !== null),
  };
}
