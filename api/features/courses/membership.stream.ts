import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type MembershipEvent, membershipEvents } from './membership.events.js';

/** State of a membership with the class the student joined last. `absent` before the first join and after leaving. */
export type MembershipState =
  | { readonly status: 'absent' }
  | { readonly status: 'member'; readonly sessionId: string | null };

/**
 * `belongs`: records the leaving of a person who never joined but was a member from the creation of the course. `cause`: the
 * person moved to another organization.
 */
export type MembershipCommand =
  | { type: 'JoinCourse'; courseId: string; userId: string; sessionId: string | null; member: boolean }
  | { type: 'LeaveCourse'; courseId: string; userId: string; belongs?: true; cause?: 'moved' };

/**
 * True when joining would change nothing. `member` is passed in, because the end of a class removes all members and only the
 * course's stream records that.
 */
const isAlreadyIn = (
  { sessionId, member }: { sessionId: string | null; member: boolean },
  membership: MembershipState,
): boolean => member && (sessionId === null || (membership.status === 'member' && membership.sessionId === sessionId));

/** A student's membership in one course. Joining again appends nothing, unless a class has ended or another class runs. */
export const membershipStream = defineStream({
  prefix: 'membership',
  key: (courseId: string, userId: string) => `${courseId}-${userId}`,
  events: membershipEvents,
  initialState: { status: 'absent' } as MembershipState,

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

  evolve(membership, event): MembershipState {
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
