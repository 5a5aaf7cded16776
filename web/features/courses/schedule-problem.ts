import { courseDialogsMessages as messages } from './course-dialogs.messages.js';
import { endable, type CourseState } from './course-state.js';

/** Returns why a class cannot start at this moment, or null. */
export const startProblem = (start: Date, now: Date): string | null =>
  start > now ? null : messages.start.notInFuture;

/** Returns why the class cannot end at this moment, or null (docs/rules.md#end-of-a-class-in-a-schedule). */
export function endProblem(end: Date, state: CourseState, now: Date): string | null {
  const session = endable(state);
  const from = (moment: string | null | undefined) => moment && end <= new Date(moment);
  if (!state.running && from(session?.scheduledStartDate)) return messages.end.notAfterScheduledStart;
  if (state.running && from(session?.startDate)) return messages.end.notAfterStart;
  return end > now ? null : messages.end.notInFuture;
}

/** Returns why no class can be ended now, or null. */
export const endNowProblem = ({ running }: CourseState): string | null => (running ? null : messages.end.notStarted);
