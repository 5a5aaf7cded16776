import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { ClassSession, Group } from '../../../contracts/group.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { inParallel } from '../../../platform/in-parallel.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { ChangeCourse } from '../change-course/change-course.command.js';
import { type CourseCommand, courseStream } from '../course.stream.js';
import { CreateCourse } from '../create-course/create-course.command.js';
import { SettleDue } from './settle-due.js';

const COURSES = 40;
const EVERYTHING = ['CourseCreated', 'ClassScheduled', 'ClassEndScheduled', 'ClassStarted', 'ClassEnded'];

let platform: TestPlatform;
let instructor: TestClient;
let organizationId: string;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organizationId = await platform.organization();
  instructor = await platform.person('Instructor', organizationId);
});
afterAll(() => platform.stop());

const pastOf = (courseId: string) => platform.store.readStream(courseStream.name(courseId));
/** Limits parallel reads, because they share connections with the tested code. */
const allPasts = (courseIds: readonly string[]) => inParallel(4, courseIds, pastOf);
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** Schedules a class an hour ago, so that the speed of this machine does not matter. */
async function plan(startAt: string, endAt: string): Promise<string> {
  const bus = platform.app.get(CommandBus);
  const context = () => systemContext(new Date());
  const course = { name: 'Orbits', ownerId: instructor.userId, organizationId, caption: '', memberIds: [] };
  const { courseId } = await bus.execute(new CreateCourse(course, context()));
  const now = inSeconds(-3_600);
  const changes: CourseCommand[] = [
    { type: 'ScheduleClass', now, newSessionId: uuidv7(), scheduledStart: startAt },
    { type: 'ScheduleEnd', now, scheduledEnd: endAt },
  ];
  for (const change of changes) await bus.execute(new ChangeCourse(courseId, change, context()));
  return courseId;
}

/** Fewer in parallel than connections, so that no command times out on a busy machine. */
const planAll = (startAt: string, endAt: string) =>
  inParallel(8, Array.from({ length: COURSES }), () => plan(startAt, endAt));

it('starts and ends classes of the same second once each, at their due time, despite concurrent settling', async () => {
  const [startAt, endAt] = [inSeconds(2), inSeconds(3)];
  const courseIds = await planAll(startAt, endAt);
  const settleDue = platform.app.get(SettleDue);
  const settleAll = () =>
    inParallel(
      12,
      courseIds.flatMap((courseId) => [courseId, courseId]),
      (courseId) => settleDue.settle(courseId, new Date()),
    );
  await until(async () => {
    await settleAll();
    return (await allPasts(courseIds)).every((past) => past.some(({ type }) => type === 'ClassEnded'));
  });
  await settleAll();
  for (const past of await allPasts(courseIds)) {
    expect(past.map(({ type }) => type)).toEqual(EVERYTHING);
    expect(past.slice(-2).map(({ data }) => data)).toMatchObject([
      { startedAt: startAt, scheduledAt: startAt },
      { endedAt: endAt, scheduledAt: endAt },
    ]);
  }
});

it('starts and ends classes by the sweep alone, and leaves nothing due', async () => {
  const [startAt, endAt] = [inSeconds(1), inSeconds(2)];
  const courseIds = await planAll(startAt, endAt);
  await until(async () => (await allPasts(courseIds)).every((past) => past.some(({ type }) => type === 'ClassEnded')));
  for (const past of await allPasts(courseIds)) {
    expect(past.map(({ type }) => type)).toEqual(EVERYTHING);
    expect(past.at(-1)!.recordedAt >= endAt).toBe(true);
  }
  const pool = platform.app.get<Pool>(POOL);
  const open = 'select count(*)::integer as left from plain.due_transitions where due_at is not null';
  await until(async () => (await pool.query<{ left: number }>(open)).rows[0]!.left === 0);
});

it('returns times in UTC, and rejects times without an offset', async () => {
  const { id }: Group = await platform.course(instructor, organizationId);
  const path = `/groups/${id}/scheduledsession`;
  const schedule = (scheduledStartDate: string | null) =>
    instructor.put<ClassSession | null>(path, { scheduledStartDate });
  const year = new Date().getUTCFullYear() + 1;
  expect((await schedule(`${year}-07-01T09:30:00+02:00`)).body?.scheduledStartDate).toBe(`${year}-07-01T07:30:00Z`);
  expect((await schedule(`${year}-07-01T09:30`)).problem).toMatchObject({
    status: 400,
    errors: { ScheduledStartDate: ['Must be a date and time such as 2026-03-01T09:30:00Z.'] },
  });
  expect((await schedule(null)).body).toBeNull();
});
