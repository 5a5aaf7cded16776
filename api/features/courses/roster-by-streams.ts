import { comparePositions, type RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { CourseEvent } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';

/** A student by the streams: current membership of the course, and the classes whose roster includes the student. */
export interface StudentByStreams {
  readonly member: boolean;
  readonly classes: ReadonlySet<string>;
  /** Time of the first join of each class that the student joined while it ran or was due; ISO 8601. */
  readonly joinedAt: ReadonlyMap<string, string>;
}

/**
 * Returns a student's membership and rosters from the streams of course and membership. Same rules as
 * `rosters.projection.ts`:
 *
 * - A member of the course while a class runs is on that class's roster.
 * - Joining also puts the student on the roster of the class that the join names, which may not have started yet.
 * - The end of a class removes all members from the course; resuming it makes everyone on its roster a member again.
 * - Leaving removes the student from the running class and from classes joined since the last end. Earlier rosters stay.
 * - Moving to another organization removes the student from every class of the course.
 *
 * `due` contains the events that are due but not recorded yet. The streams are read because the read model may not contain
 * the newest join.
 */
export function studentByStreams(
  userId: string,
  course: readonly RecordedEvent<CourseEvent>[],
  membership: readonly RecordedEvent<MembershipEvent>[],
  due: readonly CourseEvent[] = [],
): StudentByStreams {
  const recorded = [...course, ...membership].toSorted((a, b) => comparePositions(a.position, b.position));
  const classes = new Set<string>();
  const joined = new Set<string>();
  const joinedAt = new Map<string, string>();
  let member = false;
  let running: string | null = null;
  for (const event of [...recorded, ...due] as readonly (
    | RecordedEvent<CourseEvent | MembershipEvent>
    | CourseEvent
  )[]) {
    const { type, data } = event;
    if (type === 'CourseCreated') member = data.memberIds.includes(userId);
    else if (type === 'StudentJoined') {
      member = true;
      for (const sessionId of new Set([running, data.sessionId])) {
        if (sessionId === null) continue;
        if (!classes.has(sessionId) && !joinedAt.has(sessionId)) joinedAt.set(sessionId, event.recordedAt);
        classes.add(sessionId);
      }
      if (data.sessionId) joined.add(data.sessionId);
    } else if (type === 'StudentLeft') {
      member = false;
      if (data.cause === 'moved') classes.clear();
      if (running) classes.delete(running);
      for (const sessionId of joined) classes.delete(sessionId);
    } else if (type === 'ClassStarted' || type === 'ClassResumed') {
      running = data.sessionId;
      if (type === 'ClassResumed') member ||= classes.has(running);
      if (member) classes.add(running);
    } else if (type === 'ClassEnded') {
      running = null;
      member = false;
      joined.clear();
    }
  }
  return { member, classes, joinedAt };
}
