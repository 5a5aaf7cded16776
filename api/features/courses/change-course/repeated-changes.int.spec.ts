import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { ClassSession, Group } from '../../../contracts/group.contract.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { type CourseCommand, courseStream } from '../course.stream.js';
import { ChangeCourse } from './change-course.command.js';

let platform: TestPlatform;
let organization: string;
let instructor: TestClient;
let orgAdmin: TestClient;
let course: Group;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  orgAdmin = await platform.person('OrganizationAdmin', organization);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  course = await platform.course(instructor, organization);
});

const typesOf = async () => (await platform.store.readStream(courseStream.name(course.id))).map(({ type }) => type);
const send = (method: string, route: string, key: string, body?: object, client = instructor) =>
  client.request<ClassSession>(method, `/groups/${course.id}${route}`, body, { 'idempotency-key': key });

const CHANGES = {
  start: (key: string) => send('PUT', '/activesession', key),
  end: (key: string) => send('DELETE', '/activesession?disableMemberAccounts=true', key),
  'immediate end': (key: string) => send('PUT', '/enddate', key, { newEndDate: null, isImmediate: true }),
  resume: (key: string) => send('PUT', '/lastactivesession?reenableMemberAccounts=true', key),
};
type Change = keyof typeof CHANGES;
const make = async (changes: readonly Change[]) => {
  for (const change of changes) expect((await CHANGES[change](uuidv7())).status).toBe(200);
};

it.each<[Change, Change[], Change]>([
  ['start', [], 'end'],
  ['end', ['start'], 'resume'],
  ['immediate end', ['start'], 'resume'],
  ['resume', ['start', 'end'], 'end'],
])('repeats "%s" with its key, and refuses it with another key', async (what, before, after) => {
  await make(before);
  const change = CHANGES[what];
  const [first, second] = await Promise.all([change('once'), change('once')]);
  const repeated = [second, await change('once')];
  expect((await change('another')).status).toBe(409);
  const recorded = await typesOf();
  await make([after]);
  repeated.push(await change('once'));
  expect(first.status).toBe(200);
  for (const { status, body, headers } of repeated) {
    expect({ status, body }).toEqual({ status: 200, body: first.body });
    expect(headers.get('x-log-position')).toBe(first.headers.get('x-log-position'));
  }
  expect((await typesOf()).slice(0, -1)).toEqual(recorded);
});

it('refuses an end and a resumption with the key of one with another choice about the accounts', async () => {
  await make(['start']);
  expect((await CHANGES.end('once')).status).toBe(200);
  expect((await send('DELETE', '/activesession', 'once')).problem.code).toBe('NO_ACTIVE_CLASS');
  expect((await CHANGES.resume('once')).status).toBe(200);
  expect((await send('PUT', '/lastactivesession', 'once')).problem.code).toBe('CLASS_ALREADY_ACTIVE');
});

it('refuses to end a class with the key of its scheduled end', async () => {
  await make(['start']);
  const newEndDate = new Date(Date.now() + 3_600_000).toISOString();
  expect((await send('PUT', '/enddate', 'once', { newEndDate, isImmediate: false })).status).toBe(200);
  await make(['end']);
  expect((await CHANGES['immediate end']('once')).problem.code).toBe('NO_ACTIVE_CLASS');
});

describe('with due events', () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const change = (command: CourseCommand, context = systemContext(new Date())) =>
    platform.app.get(CommandBus).execute(new ChangeCourse(course.id, command, context));
  const schedule = (hours: number) => {
    const scheduledStart = at(hours).toISOString();
    return change({ type: 'ScheduleClass', now: at(0).toISOString(), newSessionId: uuidv7(), scheduledStart });
  };

  it('repeats a change that also recorded a due start', async () => {
    await schedule(1);
    const command = { type: 'EndClass', now: at(2).toISOString(), disableMembers: false } as const;
    const context = systemContext(at(2));
    const first = await change(command, context);
    expect(await typesOf()).toEqual(['CourseCreated', 'ClassScheduled', 'ClassStarted', 'ClassEnded']);
    const repeated = { ...first, appended: { ...first.appended, repeated: true } };
    expect(await change(command, context)).toMatchObject(repeated);
    // The repeat alone would record a due start before the end of the next class.
    await schedule(3);
    expect(await change({ ...command, now: at(4).toISOString() }, context)).toMatchObject(repeated);
  });
});

describe('deleting a course', () => {
  const remove = (key: string, client = orgAdmin) => send('DELETE', '', key, undefined, client);

  it('is repeated with its key, and the course is not found with another key', async () => {
    await make(['start']);
    const [first, second] = await Promise.all([remove('once'), remove('once')]);
    await platform.settled();
    const repeated = [second, await remove('once')];
    expect(first.status).toBe(204);
    for (const { status, headers } of repeated) {
      expect(status).toBe(204);
      expect(headers.get('x-log-position')).toBe(first.headers.get('x-log-position'));
    }
    expect((await remove('another')).status).toBe(404);
    expect(await typesOf()).toEqual(['CourseCreated', 'ClassStarted', 'ClassEnded', 'CourseDeleted']);
  });

  it('is not found with the key by callers who did not delete it, like an unknown course', async () => {
    expect((await remove('once')).status).toBe(204);
    await platform.settled();
    const foreign = await platform.person('OrganizationAdmin', await platform.organization());
    const colleague = await platform.person('OrganizationAdmin', organization);
    const unknown = await foreign.delete(`/groups/${uuidv7()}`);
    for (const client of [foreign, colleague, await platform.admin()]) {
      const { status, problem } = await remove('once', client);
      expect(status).toBe(404);
      expect({ ...problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
    }
  });

  it('is not repeated by an administrator who has moved to another organization', async () => {
    const admin = await platform.admin();
    const mover = await platform.person('OrganizationAdmin', organization);
    expect((await remove('once', mover)).status).toBe(204);
    const elsewhere = await platform.organization();
    expect((await admin.put(`/users/${mover.userId}`, { organizationId: elsewhere })).status).toBeLessThan(300);
    await platform.settled();
    const { username } = (await admin.get<{ username: string }>(`/users/${mover.userId}`)).body;
    expect((await remove('once', await platform.signIn(username))).status).toBe(404);
  });
});
