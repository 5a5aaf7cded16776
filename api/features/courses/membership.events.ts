import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/**
 * Stream `membership-{courseId}-{userId}`: one student in one course. A whole class can join without conflicting appends.
 */
export const membershipEvents = {
  /**
   * `sessionId`: the class that was running when the student joined, or null. A start, end or resume may be recorded in
   * between, so the order of the log decides about the roster; see `roster-by-streams.ts`.
   */
  StudentJoined: event(z.object({ courseId: id, userId: id, sessionId: id.nullable() })),
  /** `cause: 'moved'`: the student moved to another organization. The gradebooks of the course keep the results. */
  StudentLeft: event(z.object({ courseId: id, userId: id, cause: z.literal('moved').optional() }), {
    audit: {
      target: on('course', 'courseId'),
      // Omits the person as a target after a move: the admins of the new organization must not read course names of the old
      // one. The person's history contains the move itself.
      otherTarget: ({ cause, userId }) => (cause === undefined ? { type: 'user', id: userId } : undefined),
      facts: ({ cause }) => ({
        student: null,
        course: null,
        ...(cause && { reason: 'moved to another organization' }),
      }),
      before: ({ userId, courseId }) => ({ student: userId, course: courseId }),
    },
  }),
} as const;

type Events = EventsOf<typeof membershipEvents>;
export type StudentJoined = Events['StudentJoined'];
export type StudentLeft = Events['StudentLeft'];
export type MembershipEvent = Events[keyof Events];
