import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type MembershipEvent, membershipEvents } from './membership.events.js';

/** The class the student joined last; `absent` before the first join and after leaving. */
export type Membership =
  { readonly status: 'absent' } | { readonly status: 'member'; readonly sessionId: string | null };

/**
 * `belongs`: also without having joined, because the course was created with them. `cause`: they moved to another
 * organization.
 */
export type MembershipCommand =
  | { type: 'JoinCourse'; courseId: string; userId: string; sessionId: string | null; member: boolean }
  | { type: 'LeaveCourse'; courseId: string; userId: string; belongs?: true; cause?: 'moved' };

/**
 * `member`: whether the student still is one. The end of a class takes all of them off the course, which only the course's
 * stream tells.
 */
const isAlreadyIn = (
  { sessionId, member }: { sessionId: string | null; member: boolean },
  membership: Membership,
): boolean => member && (sessionId === null || (membership.status === 'member' && membership.sessionId === sessionId));

/** Joining again is nothing new, unless a class has ended or another one runs by now. */
export const membershipStream = defineStream({
  prefix: 'membership',
  key: (courseId: string, userId: string) => `${courseId}-${userId}`,
  events: membershipEvents,
  initialState: { status: 'absent' } as Membership,

  decide(command: MembershipCommand, membership): MembershipEvent[] {
    const { courseId, userId } = command;
    switch (command.type) {
      case 'JoinCourse':
        if (isAlreadyIn(command, membership)) return [];
        return [{ type: 'StudentJoined', data: { courseId, userId, sessionId: command.sessionId } }];
      case 'LeaveCourse':
        if (membership.status === 'absent' && !command.belongs) return [];
        return [{ type: 'StudentLeft', data: { courseId, userId, ...(command.cause && { cause: command.cause }) } }];
    }
  },

  evolve(membership, event): Membership {
    switch (event.type) {
      case 'StudentJoined':
        return { status: 'member', sessionId: event.data.sessionId };
      case 'StudentLeft':
        return { status: 'absent' };
      default:
        event satisfies never;
        return membership;
    }
  },
});
