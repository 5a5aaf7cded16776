import { EndDateRequest, ScheduleClassRequest } from '../../../contracts/group.contract.js';
import { given } from '../../../platform/eventsourcing/testing/given.js';
import { courseStream } from '../course.stream.js';
import type { CourseEvent } from '../course.events.js';
import { nextDueTime } from '../running-class.js';

const course = given(courseStream);
const [courseId, sessionId] = ['0198c0de-0000-7000-8000-0000000000c1', '0198c0de-0000-7000-8000-0000000000d1'];
const created: CourseEvent = {
  type: 'CourseCreated',
  data: {
    courseId,
    name: 'Orbits',
    code: 'ABC234',
    ownerId: sessionId,
    organizationId: null,
    caption: '',
    memberIds: [],
  },
};
const instant = (sent: string): string => new Date(sent).toISOString();
const settle = (at: string) => ({ type: 'SettleDue', now: instant(at) }) as const;

/** Description, sent time, and an earlier instant at which the class must not start yet. */
it.each([
  ['the second 02:30 of the night when clocks go back', '2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+02:00'],
  ['the first 02:30 of the night when clocks go back', '2026-10-25T02:30:00+02:00', '2026-10-25T02:29:59+02:00'],
  ['03:00, after the hour skipped in spring', '2027-03-28T03:00:00+02:00', '2027-03-28T01:59:59+01:00'],
  ['a day weeks later, with the offset of that day', '2026-11-02T09:00:00+01:00', '2026-11-02T09:00:00+02:00'],
])('starts a class scheduled for %s at its instant', (_, sent, tooEarly) => {
  const scheduledStart = instant(ScheduleClassRequest.parse({ scheduledStartDate: sent }).scheduledStartDate!);
  const scheduled: CourseEvent = {
    type: 'ClassScheduled',
    data: { courseId, sessionId, name: 'Orbits - Class 1', scheduledStart },
  };
  expect(nextDueTime([created, scheduled])).toEqual(new Date(sent));
  course(created, scheduled).when(settle(tooEarly)).thenNothing();
  course(created, scheduled)
    .when(settle(sent))
    .thenRecords({
      type: 'ClassStarted',
      data: {
        courseId,
        sessionId,
        name: 'Orbits - Class 1',
        startedAt: instant(sent),
        scheduledAt: instant(sent),
      },
    });
});

it.each(['2026-10-25T02:30', '2026-10-25T02:30:00', '2026-10-25', '2026-10-25T02:30:00 Europe/Berlin'])(
  'rejects a time without an offset: %s',
  (text) => {
    expect(ScheduleClassRequest.safeParse({ scheduledStartDate: text }).success).toBe(false);
    expect(EndDateRequest.safeParse({ newEndDate: text }).success).toBe(false);
  },
);
