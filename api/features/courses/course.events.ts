import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();
const moment = z.iso.datetime();

/** Stream `course-{courseId}`: a course and its classes; tens of classes a course, so one stream. */
export const courseEvents = {
  CourseCreated: z.object({
    courseId: id,
    name: z.string(),
    code: z.string(),
    ownerId: id,
    organizationId: id.nullable(),
    caption: z.string(),
    memberIds: z.array(id),
  }),
  ClassScheduled: z.object({ courseId: id, sessionId: id, name: z.string(), scheduledStart: moment }),
  ClassScheduleCancelled: z.object({ courseId: id, sessionId: id }),
  /** `scheduledAt` when a due time started it: then that is when it started, whenever the job ran. */
  ClassStarted: z.object({
    courseId: id,
    sessionId: id,
    name: z.string(),
    startedAt: moment,
    scheduledAt: moment.nullable(),
  }),
  /** Null takes the scheduled end back. */
  ClassEndScheduled: z.object({ courseId: id, sessionId: id, scheduledEnd: moment.nullable() }),
  ClassEnded: z.object({
    courseId: id,
    sessionId: id,
    endedAt: moment,
    scheduledAt: moment.nullable(),
    disableMembers: z.boolean(),
  }),
  /** `reenableMembers`: those the end of this class has disabled are enabled again. Older events do not say, and mean no. */
  ClassResumed: z.object({ courseId: id, sessionId: id, reenableMembers: z.boolean().optional() }),
  CourseInstructorChanged: z.object({ courseId: id, from: id, to: id }),
  /** No class is to come and none runs any more: what ended them stands right before it in the stream. */
  CourseDeleted: z.object({ courseId: id, deletedAt: moment }),
} as const;

type Events = { [Type in keyof typeof courseEvents]: DomainEvent<Type, z.infer<(typeof courseEvents)[Type]>> };

export type CourseCreated = Events['CourseCreated'];
export type ClassStarted = Events['ClassStarted'];
export type ClassEnded = Events['ClassEnded'];
export type ClassResumed = Events['ClassResumed'];
export type CourseInstructorChanged = Events['CourseInstructorChanged'];
export type CourseEvent = Events[keyof Events];

export const courseStream = (courseId: string): string => `course-${courseId}`;
