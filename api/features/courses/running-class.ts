import { type ClassState, type Course, courseStream } from './course.stream.js';
import type { CourseEvent } from './course.events.js';

/** The class of a course that runs at `now`, by its stream and the clock; null when none does. */
export function runningClass(past: readonly CourseEvent[], now: string): ClassState | null {
  const course = courseStream.fold([...past, ...dueAfter(past, now)]);
  return course.status === 'open' ? course.active : null;
}

/** The class of a course that ended last, by its stream and the clock; null while one runs, and before the first end. */
export function endedClass(past: readonly CourseEvent[], now: string): ClassState | null {
  const course = courseStream.fold([...past, ...dueAfter(past, now)]);
  return course.status === 'open' && !course.active ? course.last : null;
}

/** Start and end of a class at `now`, by the course's stream and the clock; {} when the class is not in it. */
export function classTimesByStream(
  past: readonly CourseEvent[],
  sessionId: string,
  now: string,
): { startedAt?: string | null; endedAt?: string | null } {
  const times: { startedAt?: string | null; endedAt?: string | null } = {};
  for (const { type, data } of [...past, ...dueAfter(past, now)]) {
    if (!('sessionId' in data) || data.sessionId !== sessionId) continue;
    if (type === 'ClassStarted') Object.assign(times, { startedAt: data.startedAt, endedAt: null });
    if (type === 'ClassEnded') times.endedAt = data.endedAt;
    if (type === 'ClassResumed') times.endedAt = null;
  }
  return times;
}

/** When the clock will next decide something about the course: a scheduled start, a scheduled end, or null. */
export const nextDueTime = (past: readonly CourseEvent[]): Date | null => dueTimeOf(courseStream.fold(past));

/** The same of a course that was folded already. */
export function dueTimeOf(course: Course): Date | null {
  if (course.status !== 'open') return null;
  const due = course.scheduled?.scheduledStart ?? course.active?.scheduledEnd ?? null;
  return due === null ? null : new Date(due);
}

/** What the clock has decided since, although no job has recorded it yet. */
export function dueAfter(past: readonly CourseEvent[], now: string): readonly CourseEvent[] {
  const course = courseStream.fold(past);
  return course.status === 'open' ? courseStream.decide({ type: 'SettleDue', now }, course) : [];
}
