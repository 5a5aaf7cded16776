import type { ClassSession, Group } from '../../../contracts/group.contract.js';
import type { CourseSummary } from '../course.query.js';

/** A course as the API shows it to its staff; classes newest first. */
export function toGroup(course: CourseSummary, classes: readonly ClassSession[], memberIds: readonly string[]): Group {
  const idOf = (wanted: (session: ClassSession) => boolean): string | null => classes.find(wanted)?.id ?? null;
  return {
    id: course.courseId,
    name: course.name,
    password: course.code,
    ownerId: course.ownerId,
    ownerOrganizationId: course.organizationId,
    caption: course.caption,
    memberIds: [...memberIds],
    activeSessionId: idOf((session) => session.startDate !== null && session.endDate === null),
    lastActiveSessionId: idOf((session) => session.endDate !== null),
    scheduledSessionId: idOf((session) => session.startDate === null && session.scheduledStartDate !== null),
  };
}
