import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type CourseEvent, courseEvents } from './course.events.js';

/** State of a class. Times are in ISO 8601; null means not happened or not planned. */
export interface ClassState {
  readonly sessionId: string;
  readonly name: string;
  readonly startedAt: string | null;
  readonly scheduledStart: string | null;
  readonly scheduledEnd: string | null;
  readonly endedAt: string | null;
}

/**
 * State of a course that is not deleted. At most one class is scheduled and at most one runs; `last` is the newest ended
 * class.
 */
export interface OpenCourse {
  readonly status: 'open';
  readonly courseId: string;
  readonly name: string;
  readonly ownerId: string;
  readonly classCount: number;
  readonly scheduled: ClassState | null;
  readonly active: ClassState | null;
  readonly last: ClassState | null;
}
export type CourseState = { readonly status: 'missing' } | { readonly status: 'deleted' } | OpenCourse;

/** Commands of the course stream. `now` is in ISO 8601. `newSessionId` is used when the command creates a class. */
export type CourseCommand =
  | {
      type: 'CreateCourse';
      courseId: string;
      name: string;
      code: string;
      ownerId: string;
      organizationId: string | null;
      caption: string;
      memberIds: readonly string[];
    }
  | { type: 'StartClass'; now: string; newSessionId: string }
  | { type: 'ScheduleClass'; now: string; newSessionId: string; scheduledStart: string | null }
  | { type: 'ScheduleEnd'; now: string; scheduledEnd: string | null }
  | { type: 'EndClass'; now: string; disableMembers: boolean }
  | { type: 'ResumeClass'; now: string; reenableMembers: boolean }
  | { type: 'ChangeInstructor'; now: string; ownerId: string }
  | { type: 'DeleteCourse'; now: string }
  | { type: 'SettleDue'; now: string };

/**
 * A course and its classes. Due starts and ends are decided before the command, so a late job has no effect
 * (docs/rules.md#due-times).
 */
export const courseStream = defineStream({
  prefix: 'course',
  events: courseEvents,
  initialState: { status: 'missing' } as CourseState,

  decide(command: CourseCommand, course): readonly CourseEvent[] {
    if (command.type === 'CreateCourse') return create(command, course);
    if (course.status === 'deleted' && (command.type === 'DeleteCourse' || command.type === 'SettleDue')) return [];
    if (course.status !== 'open') throw new DomainError('NOT_FOUND', 'The course was not found.', 404);
    const due = dueEvents(course, command.now);
    const settled = due.reduce<CourseState>(evolve, course) as OpenCourse;
    return [...due, ...decideOnSettled(command, settled)];
  },

  evolve,
});

type OpenEvent = Exclude<CourseEvent, { type: 'CourseCreated' }>;
type SettledCommand = Exclude<CourseCommand, { type: 'CreateCourse' }>;

function create(
  command: Extract<CourseCommand, { type: 'CreateCourse' }>,
  course: CourseState,
): readonly CourseEvent[] {
  if (course.status !== 'missing') return [];
  const { type: _, memberIds, ...data } = command;
  return [{ type: 'CourseCreated', data: { ...data, memberIds: [...memberIds] } }];
}

/** Returns the events that are due by `now`: a scheduled start, a scheduled end, or both. */
function dueEvents(course: OpenCourse, now: string): OpenEvent[] {
  const events: OpenEvent[] = [];
  const { courseId, scheduled } = course;
  if (scheduled?.scheduledStart && scheduled.scheduledStart <= now) {
    const { sessionId, name, scheduledStart } = scheduled;
    const data = { courseId, sessionId, name, startedAt: scheduledStart, scheduledAt: scheduledStart };
    events.push({ type: 'ClassStarted', data });
  }
  const running = events.length > 0 ? scheduled : course.active;
  if (running?.scheduledEnd && running.scheduledEnd <= now) {
    const { sessionId, scheduledEnd } = running;
    const data = { courseId, sessionId, endedAt: scheduledEnd, scheduledAt: scheduledEnd, disableMembers: false };
    events.push({ type: 'ClassEnded', data });
  }
  return events;
}

function decideOnSettled(command: SettledCommand, course: OpenCourse): readonly OpenEvent[] {
  switch (command.type) {
    case 'SettleDue':
      return [];
    case 'StartClass':
      return [startNow(command.now, command.newSessionId, course)];
    case 'ScheduleClass':
      return schedule(command, course);
    case 'ScheduleEnd':
      return scheduleEnd(command.now, command.scheduledEnd, course);
    case 'EndClass':
      return [endNow(command.now, command.disableMembers, course)];
    case 'ResumeClass':
      return [resume(command.reenableMembers, course)];
    case 'ChangeInstructor':
      return changeInstructor(command.ownerId, course);
    case 'DeleteCourse':
      return deleteCourse(command.now, course);
  }
}

function startNow(now: string, newSessionId: string, course: OpenCourse): OpenEvent {
  refuseWhileActive(course);
  const { courseId, scheduled } = course;
  const { sessionId, name } = scheduled ?? { sessionId: newSessionId, name: nextClassName(course) };
  return { type: 'ClassStarted', data: { courseId, sessionId, name, startedAt: now, scheduledAt: null } };
}

function schedule(command: Extract<CourseCommand, { type: 'ScheduleClass' }>, course: OpenCourse): OpenEvent[] {
  const { courseId, scheduled } = course;
  const { scheduledStart, now, newSessionId } = command;
  if (scheduledStart === null) {
    return cancelSchedule(course);
  }
  refuseWhileActive(course);
  if (scheduledStart <= now) throw invalidSchedule('ScheduledStartDate', 'Scheduled start date must be in the future.');
  if (scheduled?.scheduledStart === scheduledStart) return [];
  const { sessionId, name } = scheduled ?? { sessionId: newSessionId, name: nextClassName(course) };
  return [{ type: 'ClassScheduled', data: { courseId, sessionId, name, scheduledStart } }];
}

const cancelSchedule = ({ courseId, scheduled }: OpenCourse): OpenEvent[] =>
  scheduled ? [{ type: 'ClassScheduleCancelled', data: { courseId, sessionId: scheduled.sessionId } }] : [];

/** Throws when the scheduled end is not allowed (docs/rules.md#end-of-a-class-in-a-schedule). */
function scheduleEnd(now: string, scheduledEnd: string | null, course: OpenCourse): OpenEvent[] {
  const { courseId, scheduled, active } = course;
  const target = active ?? scheduled;
  if (!target) throw noActiveClass();
  if (scheduledEnd !== null) {
    if (!active && scheduledEnd <= (scheduled?.scheduledStart ?? now)) {
      throw invalidSchedule('NewEndDate', 'End date must be after the scheduled start date.');
    }
    if (active?.startedAt && scheduledEnd <= active.startedAt) {
      throw invalidSchedule('NewEndDate', 'End date must be after the active session start date.');
    }
    if (scheduledEnd <= now) throw invalidSchedule('NewEndDate', 'Scheduled end date must be in the future.');
  }
  if (target.scheduledEnd === scheduledEnd) return [];
  return [{ type: 'ClassEndScheduled', data: { courseId, sessionId: target.sessionId, scheduledEnd } }];
}

function endNow(now: string, disableMembers: boolean, { courseId, active, scheduled }: OpenCourse): OpenEvent {
  if (!active) {
    throw scheduled ? new DomainError('NO_ACTIVE_CLASS', 'Cannot end session that has not started.') : noActiveClass();
  }
  const { sessionId } = active;
  return { type: 'ClassEnded', data: { courseId, sessionId, endedAt: now, scheduledAt: null, disableMembers } };
}

function resume(reenableMembers: boolean, course: OpenCourse): OpenEvent {
  refuseWhileActive(course);
  if (course.scheduled) {
    throw new DomainError('INVALID_SCHEDULE', 'A class is scheduled. Cancel its start before resuming the last class.');
  }
  if (!course.last) throw new DomainError('NO_CLASS_TO_RESUME', 'No class has ended yet.');
  const { courseId, last } = course;
  return { type: 'ClassResumed', data: { courseId, sessionId: last.sessionId, reenableMembers } };
}

function changeInstructor(to: string, { courseId, ownerId: from }: OpenCourse): OpenEvent[] {
  return to === from ? [] : [{ type: 'CourseInstructorChanged', data: { courseId, from, to } }];
}

/** Cancels the scheduled class and ends the running one (docs/rules.md#deleting-a-course). */
function deleteCourse(now: string, course: OpenCourse): OpenEvent[] {
  const { courseId, active } = course;
  return [
    ...cancelSchedule(course),
    ...(active ? [endNow(now, false, course)] : []),
    { type: 'CourseDeleted', data: { courseId, deletedAt: now } },
  ];
}

function evolve(course: CourseState, event: CourseEvent): CourseState {
  if (event.type === 'CourseCreated') {
    const { courseId, name, ownerId } = event.data;
    return { status: 'open', courseId, name, ownerId, classCount: 0, scheduled: null, active: null, last: null };
  }
  return course.status === 'open' ? evolveOpen(course, event) : course;
}

function evolveOpen(course: OpenCourse, event: OpenEvent): CourseState {
  switch (event.type) {
    case 'ClassScheduled': {
      const { sessionId, name, scheduledStart } = event.data;
      const known = course.scheduled;
      const scheduledEnd =
        known && known.scheduledEnd && known.scheduledEnd > scheduledStart ? known.scheduledEnd : null;
      return {
        ...course,
        scheduled: { sessionId, name, startedAt: null, scheduledStart, scheduledEnd, endedAt: null },
      };
    }
    case 'ClassScheduleCancelled':
      return { ...course, scheduled: null };
    case 'ClassStarted': {
      const { sessionId, name, startedAt } = event.data;
      const scheduledEnd = course.scheduled?.scheduledEnd ?? null;
      const active = { sessionId, name, startedAt, scheduledStart: null, scheduledEnd, endedAt: null };
      return { ...course, classCount: course.classCount + 1, scheduled: null, active };
    }
    case 'ClassEndScheduled': {
      const { scheduledEnd } = event.data;
      if (course.active) return { ...course, active: { ...course.active, scheduledEnd } };
      return course.scheduled ? { ...course, scheduled: { ...course.scheduled, scheduledEnd } } : course;
    }
    case 'ClassEnded':
      if (!course.active) return course;
      return { ...course, active: null, last: { ...course.active, endedAt: event.data.endedAt } };
    case 'ClassResumed':
      if (!course.last) return course;
      return { ...course, active: { ...course.last, endedAt: null, scheduledEnd: null }, last: null };
    case 'CourseInstructorChanged':
      return { ...course, ownerId: event.data.to };
    case 'CourseDeleted':
      return { status: 'deleted' };
    default:
      event satisfies never;
      return course;
  }
}

const nextClassName = ({ name, classCount }: OpenCourse): string =>
  `${name.replaceAll('/', '-')} - Class ${classCount + 1}`;

function refuseWhileActive({ active }: OpenCourse): void {
  if (active) throw new DomainError('CLASS_ALREADY_ACTIVE', 'A class is already active.');
}

const noActiveClass = (): DomainError => new DomainError('NO_ACTIVE_CLASS', 'No class is active.');

const invalidSchedule = (field: string, message: string): DomainError =>
  new DomainError('INVALID_SCHEDULE', message, 400, { [field]: [message] });
