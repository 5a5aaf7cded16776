import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `membership-{courseId}-{userId}`: one student in one course, so that a whole class joining never contends. */
export const membershipEvents = {
  /** `sessionId`: the class that ran at that moment; null when none did. */
  StudentJoined: z.object({ courseId: id, userId: id, sessionId: id.nullable() }),
  StudentLeft: z.object({ courseId: id, userId: id }),
} as const;

export type StudentJoined = DomainEvent<'StudentJoined', z.infer<typeof membershipEvents.StudentJoined>>;
export type StudentLeft = DomainEvent<'StudentLeft', z.infer<typeof membershipEvents.StudentLeft>>;
export type MembershipEvent = StudentJoined | StudentLeft;

export const membershipStream = (courseId: string, userId: string): string => `membership-${courseId}-${userId}`;
