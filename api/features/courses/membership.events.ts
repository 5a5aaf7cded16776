import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `membership-{courseId}-{userId}`: one student in one course, so that a whole class joining never contends. */
export const membershipEvents = {
  /**
   * `sessionId`: the class that the student found running, null when there was none. A start, end or resume may be recorded
   * in between, so the roster follows from the order of the log, see `roster-by-streams.ts`.
   */
  StudentJoined: z.object({ courseId: id, userId: id, sessionId: id.nullable() }),
  /** `cause` `moved`: to another organization; the gradebooks of the course keep the results. */
  StudentLeft: z.object({ courseId: id, userId: id, cause: z.literal('moved').optional() }),
} as const;

export type StudentJoined = DomainEvent<'StudentJoined', z.infer<typeof membershipEvents.StudentJoined>>;
export type StudentLeft = DomainEvent<'StudentLeft', z.infer<typeof membershipEvents.StudentLeft>>;
export type MembershipEvent = StudentJoined | StudentLeft;

export const membershipStream = (courseId: string, userId: string): string => `membership-${courseId}-${userId}`;
