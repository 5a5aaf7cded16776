export type CourseStatus = 'Scheduled' | 'Active' | 'Ended' | 'Inactive';

/** The moments of a course's classes that its status is derived from; ISO 8601 or null. */
export interface CourseTimes {
  scheduledStart: string | null;
  startedAt: string | null;
  scheduledEnd: string | null;
  endedAt: string | null;
}

/**
 * Status of a course at `now` (docs/rules.md#course-status). A due start or end counts as done although no job has run yet.
 * `startedAt` and `endedAt` are those of the newest class, `scheduledStart` is that of the scheduled class.
 */
export function courseStatus(times: CourseTimes, now: Date): CourseStatus {
  const { scheduledStart, startedAt, scheduledEnd, endedAt } = times;
  if (scheduledStart) return new Date(scheduledStart) > now ? 'Scheduled' : 'Active';
  if (!startedAt) return 'Inactive';
  const over = endedAt !== null || (scheduledEnd !== null && new Date(scheduledEnd) <= now);
  return over ? 'Ended' : 'Active';
}
