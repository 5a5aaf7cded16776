import { type ClassState, type CourseState, courseStream } from './course.stream.js';
import type { CourseEvent } from './course.events.js';

/** Returns the class that runs at `now`, from the course's stream and the clock, or null. */
export function runningClass(past: readonly CourseEvent[], now: string): ClassState | null {
  const course = courseStream.fold([...past, ...dueAfter(past, now)]);
  return course.status === 'open' ? course.active : null;
}

/**
 * Returns the newest ended class, from the course's stream and the clock. Null while a class runs and before the first end.
 */
export function endedClass(past: readonly CourseEvent[], now: string): ClassState | null {
  const course = courseStream.fold([...past, ...dueAfter(past, now)]);
  return course.status === 'open' && !course.active ? course.last : null;
}

/**
 * Returns the start and end of a class at `now`, from the course's stream and the clock; {} when the stream has no such
 * class.
 */
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

/** Returns the next due time of a course: a scheduled start, a scheduled end, or null. */
export const nextDueTime = (past: readonly CourseEvent[]): Date | null => dueTimeOf(courseStream.fold(past));

/** Returns the next due time of a course whose events are already folded. */
export function dueTimeOf(course: CourseState): Date | null {
  if (course.status !== 'open') return null;
  const due = course.scheduled?.scheduledStart ?? course.active?.scheduledEnd ?? null;
  return due === null ? null : new Date(due);
}

/** Returns the events for starts and ends that are due by `now` but not recorded by a job yet. */
export function dueAfter(past: readonly CourseEvent[], now: string): readonly CourseEvent[] {
  const course = courseStream.fold(past);
  return course.status === 'open' ? courseStream.decide({ type: 'SettleDue', now }, course) : [];
}
