import { comparePositions, type RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { CourseEvent } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';

/**
 * Whether a student belongs to a class, by the streams of course and membership alone: they joined it, or were a member
 * when it started, and have not left since. Asked before a refusal, when the read model may not have seen the join yet.
 */
export function isOnRosterByStreams(
  sessionId: string,
  userId: string,
  course: readonly RecordedEvent<CourseEvent>[],
  membership: readonly RecordedEvent<MembershipEvent>[],
): boolean {
  const history = [...course, ...membership].toSorted((a, b) => comparePositions(a.position, b.position));
  let member = false;
  let onRoster = false;
  let running = false;
  for (const { type, data } of history as readonly (CourseEvent | MembershipEvent)[]) {
    if (type === 'CourseCreated') member = data.memberIds.includes(userId);
    else if (type === 'StudentJoined') {
      member = true;
      onRoster ||= data.sessionId === sessionId;
    } else if (type === 'StudentLeft') {
      member = false;
      onRoster &&= !running;
    } else if (type === 'ClassStarted') {
      running = data.sessionId === sessionId;
      onRoster ||= running && member;
    } else if (type === 'ClassResumed') {
      running = data.sessionId === sessionId;
      member ||= running && onRoster;
    } else if (type === 'ClassEnded') {
      running = false;
      member = false;
    }
  }
  return onRoster;
}
