import { given } from '../../platform/eventsourcing/testing/given.js';
import { courseStream } from './course.stream.js';
import type { CourseEvent } from './course.events.js';

const course = given(courseStream);
const courseId = '0198c0de-0000-7000-8000-0000000000c1';
const [first, second] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'] as const;
const at = (time: string): string => `2026-03-02T${time}:00.000Z`;

const created: CourseEvent = {
  type: 'CourseCreated',
  data: {
    courseId,
    name: 'Orbits/101',
    code: 'ABC234',
    ownerId: first,
    organizationId: null,
    caption: '',
    memberIds: [],
  },
};
const started = (
  time = '09:00',
  sessionId: string = first,
  name = 'Orbits-101 - Class 1',
  scheduledAt: string | null = null,
): CourseEvent => ({
  type: 'ClassStarted',
  data: { courseId, sessionId, name, startedAt: at(time), scheduledAt },
});
const scheduled = (time: string): CourseEvent => ({
  type: 'ClassScheduled',
  data: { courseId, sessionId: first, name: 'Orbits-101 - Class 1', scheduledStart: at(time) },
});
const endScheduled = (time: string | null): CourseEvent => ({
  type: 'ClassEndScheduled',
  data: { courseId, sessionId: first, scheduledEnd: time && at(time) },
});
const ended = (time: string, scheduledAt: string | null = null): CourseEvent => ({
  type: 'ClassEnded',
  data: { courseId, sessionId: first, endedAt: at(time), scheduledAt, disableMembers: false },
});
const resumed: CourseEvent = { type: 'ClassResumed', data: { courseId, sessionId: first, reenableMembers: false } };
const cancelled: CourseEvent = { type: 'ClassScheduleCancelled', data: { courseId, sessionId: first } };
const deleted = (time: string): CourseEvent => ({ type: 'CourseDeleted', data: { courseId, deletedAt: at(time) } });

const startNow = (time: string, newSessionId: string = first) =>
  ({ type: 'StartClass', now: at(time), newSessionId }) as const;
const endNow = (time: string) => ({ type: 'EndClass', now: at(time), disableMembers: false }) as const;
const scheduleEnd = (now: string, end: string | null) =>
  ({ type: 'ScheduleEnd', now: at(now), scheduledEnd: end && at(end) }) as const;
const schedule = (now: string, start: string | null) =>
  ({ type: 'ScheduleClass', now: at(now), newSessionId: first, scheduledStart: start && at(start) }) as const;

const resume = (now: string, reenableMembers = false) => ({ type: 'ResumeClass', now, reenableMembers }) as const;
const settle = (time: string) => ({ type: 'SettleDue', now: at(time) }) as const;

describe('starting a class', () => {
  it('names the class after the course, without slashes', () =>
    course(created).when(startNow('09:00')).thenRecords(started()));
  it('counts the classes of the course', () =>
    course(created, started(), ended('10:00'))
      .when(startNow('11:00', second))
      .thenRecords(started('11:00', second, 'Orbits-101 - Class 2')));
  it('rejects a second active class', () =>
    course(created, started())
      .when(startNow('09:30'))
      .thenRejected('CLASS_ALREADY_ACTIVE', 'A class is already active.'));
  it('starts a class before its scheduled time', () =>
    course(created, scheduled('12:00')).when(startNow('11:00', second)).thenRecords(started('11:00')));
  it('rejects a start when the scheduled start is due but not recorded', () =>
    course(created, scheduled('10:00')).when(startNow('10:00')).thenRejected('CLASS_ALREADY_ACTIVE'));
  it('records a due end first, at the time it was due', () =>
    course(created, started(), endScheduled('10:00'))
      .when(startNow('11:00', second))
      .thenRecords(ended('10:00', at('10:00')), started('11:00', second, 'Orbits-101 - Class 2')));
  it('rejects a start for an unknown course', () => course().when(startNow('09:00')).thenRejected('NOT_FOUND'));
});

describe('scheduling a start', () => {
  it('schedules a class', () => course(created).when(schedule('09:00', '10:00')).thenRecords(scheduled('10:00')));
  it('replaces the scheduled start', () =>
    course(created, scheduled('10:00')).when(schedule('09:00', '11:00')).thenRecords(scheduled('11:00')));
  it('records nothing for the same start', () =>
    course(created, scheduled('10:00')).when(schedule('09:00', '10:00')).thenNothing());
  it('rejects a start in the past', () =>
    course(created)
      .when(schedule('09:00', '09:00'))
      .thenRejected('INVALID_SCHEDULE', 'Scheduled start date must be in the future.'));
  it('rejects a start while a class is active', () =>
    course(created, started()).when(schedule('09:30', '11:00')).thenRejected('CLASS_ALREADY_ACTIVE'));
  it('cancels the start, and is safe to run again', () => {
    const cancelled: CourseEvent = { type: 'ClassScheduleCancelled', data: { courseId, sessionId: first } };
    course(created, scheduled('10:00')).when(schedule('09:00', null)).thenRecords(cancelled);
    course(created, scheduled('10:00'), cancelled).when(schedule('09:00', null)).thenNothing();
  });
});

describe('scheduling an end', () => {
  it('schedules the end of the active class', () =>
    course(created, started()).when(scheduleEnd('09:30', '10:00')).thenRecords(endScheduled('10:00')));
  it('schedules the end of a scheduled class', () =>
    course(created, scheduled('10:00')).when(scheduleEnd('09:30', '11:00')).thenRecords(endScheduled('11:00')));
  it('removes the scheduled end', () =>
    course(created, started(), endScheduled('10:00')).when(scheduleEnd('09:30', null)).thenRecords(endScheduled(null)));
  it('records nothing for the same end', () =>
    course(created, started(), endScheduled('10:00')).when(scheduleEnd('09:30', '10:00')).thenNothing());
  it.each([
    [
      'before the scheduled start',
      [scheduled('10:00')],
      '09:00',
      '09:30',
      'End date must be after the scheduled start date.',
    ],
    ['before the active start', [started()], '09:30', '09:00', 'End date must be after the active session start date.'],
    ['in the past', [started()], '09:30', '09:20', 'Scheduled end date must be in the future.'],
  ] as const)('rejects an end %s', (_, past, now, end, message) =>
    course(created, ...past)
      .when(scheduleEnd(now, end))
      .thenRejected('INVALID_SCHEDULE', message),
  );
  it('rejects an end without a class', () =>
    course(created).when(scheduleEnd('09:30', '10:00')).thenRejected('NO_ACTIVE_CLASS'));
});

describe('ending a class', () => {
  it('ends the active class now', () => course(created, started()).when(endNow('10:00')).thenRecords(ended('10:00')));
  it('rejects the end of a class that has not started', () =>
    course(created, scheduled('12:00'))
      .when(endNow('10:00'))
      .thenRejected('NO_ACTIVE_CLASS', 'Cannot end session that has not started.'));
  it('rejects the end without a class', () =>
    course(created).when(endNow('10:00')).thenRejected('NO_ACTIVE_CLASS', 'No class is active.'));
  it('records the due start of a class before its end', () =>
    course(created, scheduled('09:30'))
      .when(endNow('10:00'))
      .thenRecords(started('09:30', first, 'Orbits-101 - Class 1', at('09:30')), ended('10:00')));
});

describe('resuming the last class', () => {
  it('continues the class as if it had never ended', () => {
    course(created, started(), ended('10:00'))
      .when(resume(at('10:05')))
      .thenRecords(resumed);
    course(created, started(), ended('10:00'), resumed).when(endNow('11:00')).thenRecords(ended('11:00'));
  });
  it('removes the scheduled end', () =>
    course(created, started(), endScheduled('10:00'), ended('10:00', at('10:00')), resumed)
      .when({ type: 'SettleDue', now: at('12:00') })
      .thenNothing());
  it('rejects a resumption while a class is active', () =>
    course(created, started())
      .when(resume(at('10:00')))
      .thenRejected('CLASS_ALREADY_ACTIVE'));
  it('rejects a resumption before the first class', () =>
    course(created)
      .when(resume(at('10:00')))
      .thenRejected('NO_CLASS_TO_RESUME'));
  it('rejects a resumption while a start is scheduled', () =>
    course(created, started(), ended('10:00'), scheduled('12:00'))
      .when(resume(at('11:00')))
      .thenRejected('INVALID_SCHEDULE'));
});

describe('settling due transitions', () => {
  it('starts a class at its scheduled time, however late the job runs', () =>
    course(created, scheduled('10:00'))
      .when(settle('10:07'))
      .thenRecords(started('10:00', first, 'Orbits-101 - Class 1', at('10:00'))));
  it('starts and ends a class whose start and end have both passed', () =>
    course(created, scheduled('10:00'), endScheduled('11:00'))
      .when(settle('12:00'))
      .thenRecords(started('10:00', first, 'Orbits-101 - Class 1', at('10:00')), ended('11:00', at('11:00'))));
  it('records nothing before the due time', () =>
    course(created, scheduled('10:00')).when(settle('09:59')).thenNothing());
  it('records nothing when run again', () =>
    course(created, scheduled('10:00'), started('10:00', first, 'Orbits-101 - Class 1', at('10:00')))
      .when(settle('10:01'))
      .thenNothing());
});

it('records on resumption whether accounts are enabled again', () =>
  course(created, started(), ended('10:00'))
    .when(resume(at('10:05'), true))
    .thenRecords({ type: 'ClassResumed', data: { courseId, sessionId: first, reenableMembers: true } }));

describe('changing the instructor', () => {
  const toSecond = { type: 'ChangeInstructor', now: at('09:00'), ownerId: second } as const;
  const changed: CourseEvent = { type: 'CourseInstructorChanged', data: { courseId, from: first, to: second } };

  it('records the old and the new instructor', () => course(created).when(toSecond).thenRecords(changed));
  it('allows a former instructor to return', () => {
    const back: CourseEvent = { type: 'CourseInstructorChanged', data: { courseId, from: second, to: first } };
    course(created, changed)
      .when({ ...toSecond, ownerId: first })
      .thenRecords(back);
  });
  it('records a due start before the change', () =>
    course(created, scheduled('08:00'))
      .when(toSecond)
      .thenRecords(started('08:00', first, 'Orbits-101 - Class 1', at('08:00')), changed));
  it('rejects a change for an unknown course', () => course().when(toSecond).thenRejected('NOT_FOUND'));
  it('records nothing for the present instructor', () => course(created, changed).when(toSecond).thenNothing());
});

describe('deleting a course', () => {
  const remove = (time: string) => ({ type: 'DeleteCourse', now: at(time) }) as const;

  it('ends the running class before the deletion', () =>
    course(created, started()).when(remove('09:30')).thenRecords(ended('09:30'), deleted('09:30')));
  it('cancels the scheduled class before the deletion', () =>
    course(created, scheduled('11:00')).when(remove('09:30')).thenRecords(cancelled, deleted('09:30')));
  it('starts and ends a due class before the deletion', () =>
    course(created, scheduled('09:00'))
      .when(remove('09:30'))
      .thenRecords(started('09:00', first, 'Orbits-101 - Class 1', at('09:00')), ended('09:30'), deleted('09:30')));
  it('records nothing for a deleted course', () =>
    course(created, deleted('09:30')).when(remove('09:31')).thenNothing());
  it('leaves nothing due', () => course(created, deleted('09:30')).when(settle('09:31')).thenNothing());
  it('rejects every other command after the deletion', () =>
    course(created, deleted('09:30')).when(startNow('09:31')).thenRejected('NOT_FOUND'));
});
