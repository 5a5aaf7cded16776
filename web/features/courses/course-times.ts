import type { ClassSession } from '../../../api/contracts/group.contract.js';
import { courseStatus, type CourseStatus } from '../../../api/contracts/course-status.rule.js';

/** Status of a course by its newest class, null when it never had one. */
export const statusOf = (newest: ClassSession | null, now: Date): CourseStatus =>
  courseStatus(
    {
      scheduledStart: newest?.startDate ? null : (newest?.scheduledStartDate ?? null),
      startedAt: newest?.startDate ?? null,
      scheduledEnd: newest?.scheduledEndDate ?? null,
      endedAt: newest?.endDate ?? null,
    },
    now,
  );

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment for people, '' when there is none. */
export const readable = (moment: string | null): string => (moment ? format.format(new Date(moment)) : '');
