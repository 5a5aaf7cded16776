import type { ClassSession, CourseListing } from '../../../api/contracts/group.contract.js';
import { courseStatus, type CourseStatus } from '../../../api/contracts/course-status.rule.js';

/** State of a course's classes at a given time. */
export interface CourseState {
  status: CourseStatus;
  /** The running class. */
  running: ClassSession | null;
  /** The scheduled class that has not started. */
  upcoming: ClassSession | null;
  /** The newest ended class. */
  ended: ClassSession | null;
}

/** Returns the class that the end cell and its dialogs act on: the running class, else the scheduled one. */
export const endable = ({ running, upcoming }: CourseState): ClassSession | null => running ?? upcoming;

/** Returns the start of the scheduled class, else of the running one; null when there is neither. */
export const startOf = ({ running, upcoming }: CourseState): string | null =>
  upcoming?.scheduledStartDate ?? running?.startDate ?? null;

/** Returns when the class ends, else when the newest class ended; null when neither is known. */
export function endOf(state: CourseState): string | null {
  const session = endable(state);
  return session ? session.scheduledEndDate : (state.ended?.endDate ?? null);
}

/** Computes the state at `now`. A due start or end is treated as done before the server has confirmed it (docs/rules.md#due-times). */
export function stateAt({ active, scheduled, last }: CourseListing, now: Date): CourseState {
  const isDue = (moment: string | null): moment is string => moment !== null && new Date(moment) <= now;
  const begun = isDue(scheduled?.scheduledStartDate ?? null);
  const upcoming = begun ? null : scheduled;
  const started = scheduled && begun ? { ...scheduled, startDate: scheduled.scheduledStartDate } : active;
  const over = isDue(started?.scheduledEndDate ?? null);
  const running = over ? null : started;
  const ended = started && over ? { ...started, endDate: started.scheduledEndDate } : last;
  const newest = running ?? ended;
  const status = courseStatus(
    {
      scheduledStart: upcoming?.scheduledStartDate ?? null,
      startedAt: newest?.startDate ?? null,
      scheduledEnd: running?.scheduledEndDate ?? null,
      endedAt: running ? null : (newest?.endDate ?? null),
    },
    now,
  );
  return { status, running, upcoming, ended };
}

/** Returns the next moment at which a scheduled start or end changes a course; null when none is scheduled. */
export function nextDue(courses: readonly CourseListing[], now: Date): number | null {
  const planned = courses
    .flatMap(({ active, scheduled }) => [
      active?.scheduledEndDate,
      scheduled?.scheduledStartDate,
      scheduled?.scheduledEndDate,
    ])
    .flatMap((moment) => (moment ? [Date.parse(moment)] : []))
    .filter((moment) => moment > now.getTime());
  return planned.length === 0 ? null : Math.min(...planned);
}
