import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Stream `membership-{courseId}-{userId}`: one student in one course, so that a whole class joining never contends. */
export const membershipEvents = {
  /**
   * `sessionId`: the class that the student found running, null when there was none. A start, end or resume may be recorded
   * in between, so the roster follows from the order of the log, see `roster-by-streams.ts`.
   */
  StudentJoined: event(z.object({ courseId: id, userId: id, sessionId: id.nullable() })),
  /** `cause` `moved`: to another organization; the gradebooks of the course keep the results. */
  StudentLeft: event(z.object({ courseId: id, userId: id, cause: z.literal('moved').optional() }), {
    audit: {
      target: on('course', 'courseId'),
      // A person who moved belongs to another organization by now, whose admins must not read the names of courses of the
      // old one; the move itself is in the person's history.
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
