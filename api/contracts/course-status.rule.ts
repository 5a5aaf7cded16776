export type CourseStatus = 'Scheduled' | 'Active' | 'Ended' | 'Inactive';

/** The times of a course's classes from which its status is derived. ISO 8601 or null. */
export interface CourseTimes {
  scheduledStart: string | null;
  startedAt: string | null;
  scheduledEnd: string | null;
  endedAt: string | null;
}

/**
 * Returns the status of a course at `now` (docs/rules.md#course-status). A due start or end takes effect before its job runs.
 * `startedAt` and `endedAt` belong to the newest class, `scheduledStart` belongs to the scheduled class.
 */
export function courseStatus(times: CourseTimes, now: Date): CourseStatus {
  const { scheduledStart, startedAt, scheduledEnd, endedAt } = times;
  if (scheduledStart) return new Date(scheduledStart) > now ? 'Scheduled' : 'Active';
  if (!startedAt) return 'Inactive';
  const over = endedAt !== null || (scheduledEnd !== null && new Date(scheduledEnd) <= now);
  return over ? 'Ended' : 'Active';
}
