import { comparePositions, type RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { CourseEvent } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';

/** What the streams say of one student: a member of the course now, and on the rosters of these classes. */
export interface StudentByStreams {
  readonly member: boolean;
  readonly classes: ReadonlySet<string>;
}

/**
 * Where a student belongs, by the streams of course and membership alone. On a class's roster: they joined it, or were a
 * member when it started, and did not leave before its end; who joins by the clock may come before its start. The end of a
 * class takes all members off the course, resuming it puts them back. Asked where the read model may not have seen the newest join yet.
 */
export function studentByStreams(
  userId: string,
  course: readonly RecordedEvent<CourseEvent>[],
  membership: readonly RecordedEvent<MembershipEvent>[],
): StudentByStreams {
  const history = [...course, ...membership].toSorted((a, b) => comparePositions(a.position, b.position));
  const classes = new Set<string>();
  const joined = new Set<string>();
  let member = false;
  let running: string | null = null;
  for (const { type, data } of history as readonly (CourseEvent | MembershipEvent)[]) {
    if (type === 'CourseCreated') member = data.memberIds.includes(userId);
    else if (type === 'StudentJoined') {
      member = true;
      if (!data.sessionId) continue;
      classes.add(data.sessionId);
      joined.add(data.sessionId);
    } else if (type === 'StudentLeft') {
      member = false;
      if (running) classes.delete(running);
      for (const sessionId of joined) classes.delete(sessionId);
    } else if (type === 'ClassStarted') {
      running = data.sessionId;
      if (member) classes.add(running);
    } else if (type === 'ClassResumed') {
      running = data.sessionId;
      member ||= classes.has(running);
    } else if (type === 'ClassEnded') {
      running = null;
      member = false;
      joined.clear();
    }
  }
  return { member, classes };
}
