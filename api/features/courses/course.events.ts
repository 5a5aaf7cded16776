import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const moment = z.iso.datetime();

const target = on('course', 'courseId');
/**
 * Audit options of events of a class. These events hold only the new values; the audit reads the previous ones from earlier
 * events.
 */
const ofClass = { target, needsPast: true };

/** Stream `course-{courseId}`: a course and its classes. A course has tens of classes, so one stream is enough. */
export const courseEvents = {
  CourseCreated: event(
    z.object({
      courseId: id,
      name: z.string(),
      code: z.string(),
      ownerId: id,
      organizationId: id.nullable(),
      caption: z.string(),
      memberIds: z.array(id),
    }),
    {
      audit: {
        target,
        organization: ({ organizationId }) => organizationId,
        facts: ({ name, ownerId, organizationId, caption }) => ({
          name,
          instructor: ownerId,
          organization: organizationId,
          caption,
        }),
      },
    },
  ),
  ClassScheduled: event(z.object({ courseId: id, sessionId: id, name: z.string(), scheduledStart: moment }), {
    audit: { ...ofClass, facts: ({ name, scheduledStart }) => ({ class: name, scheduledStart }) },
  }),
  ClassScheduleCancelled: event(z.object({ courseId: id, sessionId: id }), {
    audit: { ...ofClass, facts: () => ({ scheduledStart: null }) },
  }),
  /** `scheduledAt` is set when a due time started the class. It is the actual start, even if the job ran later. */
  ClassStarted: event(
    z.object({
      courseId: id,
      sessionId: id,
      name: z.string(),
      startedAt: moment,
      scheduledAt: moment.nullable(),
    }),
    {
      audit: {
        ...ofClass,
        facts: ({ name, startedAt }) => ({ class: name, startedAt, scheduledStart: null, endedAt: null }),
      },
    },
  ),
  /** Null removes the scheduled end. */
  ClassEndScheduled: event(z.object({ courseId: id, sessionId: id, scheduledEnd: moment.nullable() }), {
    audit: { ...ofClass, facts: ({ scheduledEnd }) => ({ scheduledEnd }) },
  }),
  ClassEnded: event(
    z.object({
      courseId: id,
      sessionId: id,
      endedAt: moment,
      scheduledAt: moment.nullable(),
      disableMembers: z.boolean(),
    }),
    { audit: { ...ofClass, facts: ({ endedAt }) => ({ endedAt, scheduledEnd: null }) } },
  ),
  /**
   * `reenableMembers`: enables the players that the end of this class disabled. Missing in older events, which means false.
   */
  ClassResumed: event(z.object({ courseId: id, sessionId: id, reenableMembers: z.boolean().optional() }), {
    audit: { ...ofClass, facts: () => ({ endedAt: null }) },
  }),
  CourseInstructorChanged: event(z.object({ courseId: id, from: id, to: id }), {
    audit: { target, facts: ({ to }) => ({ instructor: to }), before: ({ from }) => ({ instructor: from }) },
  }),
  /** The events that cancel the scheduled class and end the running one directly precede this event in the stream. */
  CourseDeleted: event(z.object({ courseId: id, deletedAt: moment }), {
    audit: { target, facts: () => ({ deleted: true }) },
  }),
} as const;

type Events = EventsOf<typeof courseEvents>;

export type CourseCreated = Events['CourseCreated'];
export type ClassStarted = Events['ClassStarted'];
export type ClassEnded = Events['ClassEnded'];
export type ClassResumed = Events['ClassResumed'];
export type CourseInstructorChanged = Events['CourseInstructorChanged'];
export type CourseEvent = Events[keyof Events];
