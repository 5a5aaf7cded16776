import type { ClassSession, CourseListing } from '../../../api/contracts/group.contract.js';
import { courseStatus, type CourseStatus } from '../../../api/contracts/course-status.rule.js';

/** A course's classes as they stand by the clock. */
export interface CourseState {
  status: CourseStatus;
  /** The class that runs. */
  running: ClassSession | null;
  /** The class to come. */
  upcoming: ClassSession | null;
  /** The newest class that is over. */
  ended: ClassSession | null;
}

/** What a course's end cell and its dialogs are about: the class that runs, else the one to come. */
export const endable = ({ running, upcoming }: CourseState): ClassSession | null => running ?? upcoming;

/** When the class to come starts, else when the one that runs has started; null when there is neither. */
export const startOf = ({ running, upcoming }: CourseState): string | null =>
  upcoming?.scheduledStartDate ?? running?.startDate ?? null;

/** When the class ends, else when the newest one has ended; null when neither is known. */
export function endOf(state: CourseState): string | null {
  const session = endable(state);
  return session ? session.scheduledEndDate : (state.ended?.endDate ?? null);
}

/** Treats a due start or end as done, before the server has confirmed it (docs/rules.md#due-times). */
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

/** The next moment at which a course changes by itself; null when none is planned. */
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
