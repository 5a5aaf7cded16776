import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const moment = z.iso.datetime();

const target = on('course', 'courseId');
/** Events of a class name what it is from then on; the audit reads what it was from the events before. */
const ofClass = { target, needsPast: true };

/** Stream `course-{courseId}`: a course and its classes; tens of classes a course, so one stream. */
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
  /** `scheduledAt` when a due time started it: then that is when it started, whenever the job ran. */
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
  /** Null takes the scheduled end back. */
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
  /** `reenableMembers`: those the end of this class has disabled are enabled again. Older events do not say, and mean no. */
  ClassResumed: event(z.object({ courseId: id, sessionId: id, reenableMembers: z.boolean().optional() }), {
    audit: { ...ofClass, facts: () => ({ endedAt: null }) },
  }),
  CourseInstructorChanged: event(z.object({ courseId: id, from: id, to: id }), {
    audit: { target, facts: ({ to }) => ({ instructor: to }), before: ({ from }) => ({ instructor: from }) },
  }),
  /** No class is to come and none runs any more: what ended them stands right before it in the stream. */
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
