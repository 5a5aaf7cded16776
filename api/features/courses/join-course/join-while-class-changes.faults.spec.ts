import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Group } from '../../../contracts/group.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { ChangeCourse } from '../change-course/change-course.command.js';
import { type CourseCommand, courseStream } from '../course.stream.js';
import { ClassOfAttemptCache } from '../class-of-attempt.cache.js';
import { CourseQuery } from '../course.query.js';
import { JoinCourse, JoinCourseHandler } from './join-course.handler.js';

const ROUNDS = 50;
const STUDENTS = Array.from({ length: 25 }, () => randomUUID());

let platform: TestPlatform;
let bus: CommandBus;
let course: Group;

beforeAll(async () => {
  platform = await TestPlatform.start();
  bus = platform.app.get(CommandBus);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  const organization = await platform.organization();
  course = await platform.course(await platform.person('Instructor', organization), organization);
});

const change = (command: CourseCommand) => bus.execute(new ChangeCourse(course.id, command, systemContext(new Date())));
const now = (): string => new Date().toISOString();
const start = () => change({ type: 'StartClass', now: now(), newSessionId: uuidv7() });
const end = () => change({ type: 'EndClass', now: now(), disableMembers: false });
const resume = () => change({ type: 'ResumeClass', now: now(), reenableMembers: false });

function join(userId: string, at = new Date()) {
  const actor = { userId, role: 'User', roles: ['User'], organizationId: null } as unknown as Actor;
  const context = { ...systemContext(at), now: at, recordPosition: () => undefined } as unknown as RequestContext;
  return platform.app.get(JoinCourseHandler).execute(new JoinCourse(course.password!, actor, context));
}

/** Lets all students join while the class starts or resumes. */
async function joinAround(transition: () => Promise<{ active: { id: string } | null }>, round: number) {
  const changed = delay(round % 7).then(transition);
  await Promise.all(STUDENTS.map((userId) => join(userId)));
  return (await changed).active!.id;
}

/** Returns the students who cannot play in the class according to the read model or the streams. */
async function lockedOut(sessionId: string): Promise<string[]> {
  await platform.settled();
  const roster = new Set(await platform.app.get(CourseQuery).listRoster(sessionId));
  const classes = platform.app.get(ClassOfAttemptCache);
  const byStreams = await Promise.all(STUDENTS.map((userId) => classes.findByStreams(sessionId, userId, now())));
  return STUDENTS.filter((userId, index) => !roster.has(userId) || !byStreams[index]?.onRoster);
}

it('adds everyone who joins during the start of the class to its roster', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const sessionId = await joinAround(start, round);
    expect({ round, lockedOut: await lockedOut(sessionId) }).toEqual({ round, lockedOut: [] });
    await end();
  }
}, 300_000);

it('adds everyone who joins during the resumption of the class to its roster', async () => {
  await start();
  for (let round = 0; round < ROUNDS; round += 1) {
    await end();
    const sessionId = await joinAround(resume, round);
    expect({ round, lockedOut: await lockedOut(sessionId) }).toEqual({ round, lockedOut: [] });
    // The next round needs a new class with an empty roster.
    await end();
    await start();
  }
}, 300_000);

it('adds a student who joined between the end and the resumption to the roster', async () => {
  const sessionId = (await start()).active!.id;
  await end();
  for (const userId of STUDENTS) expect((await join(userId)).session).toBeNull();
  await resume();
  expect(await lockedOut(sessionId)).toEqual([]);
});

it('records a due end before a join, so that recording it later does not remove the student', async () => {
  const [student] = STUDENTS as [string];
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const plan: CourseCommand[] = [
    { type: 'StartClass', now: at(-60).toISOString(), newSessionId: uuidv7() },
    { type: 'ScheduleEnd', now: at(-60).toISOString(), scheduledEnd: at(30).toISOString() },
  ];
  for (const command of plan) await change(command);
  expect((await join(student, at(31))).session).toBeNull();
  const past = await platform.store.readStream(courseStream.name(course.id));
  expect(past.map(({ type }) => type)).toEqual(['CourseCreated', 'ClassStarted', 'ClassEndScheduled', 'ClassEnded']);
  await platform.settled();
  expect((await platform.app.get(CourseQuery).listMemberIds([course.id])).get(course.id)).toEqual([student]);
});
