import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { MembershipEvent } from './membership.events.js';

/** The class the student joined last; `absent` before the first join and after leaving. */
export type Membership =
  { readonly status: 'absent' } | { readonly status: 'member'; readonly sessionId: string | null };

export type MembershipCommand =
  | { type: 'JoinCourse'; courseId: string; userId: string; sessionId: string | null }
  | { type: 'LeaveCourse'; courseId: string; userId: string };

/** Joining again is nothing new, unless another class runs by now. */
export const membershipDecider: Decider<Membership, MembershipCommand, MembershipEvent> = {
  initialState: { status: 'absent' },

  decide(command, membership) {
    const { courseId, userId } = command;
    switch (command.type) {
      case 'JoinCourse':
        if (membership.status === 'member' && (command.sessionId ?? membership.sessionId) === membership.sessionId)
          return [];
        return [{ type: 'StudentJoined', data: { courseId, userId, sessionId: command.sessionId } }];
      case 'LeaveCourse':
        return membership.status === 'absent' ? [] : [{ type: 'StudentLeft', data: { courseId, userId } }];
    }
  },

  evolve(membership, event) {
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
};
