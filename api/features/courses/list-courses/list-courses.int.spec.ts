import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { CourseDetails, CourseListing, Group } from '../../../contracts/group.contract.js';
import type { CourseClass, LiveChanges, LiveRow, WatchReply } from '../../../contracts/live.contract.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { closeAll, connected, eventually, openLive, watch } from '../../../platform/live/testing/live-client.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { ChangeCourse } from '../change-course/change-course.command.js';
import type { CourseCommand } from '../course.stream.js';
import { CourseListingsQuery } from './course-listings.query.js';

let platform: TestPlatform;
let organization: string;
let elsewhere: string;
let admin: TestClient;
let instructor: TestClient;
let colleague: TestClient;
let orgAdmin: TestClient;
let foreigner: TestClient;
let course: Group;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization('Listings');
  elsewhere = await platform.organization('Elsewhere');
  admin = await platform.admin();
  instructor = await platform.person('Instructor', organization);
  colleague = await platform.person('Instructor', organization);
  orgAdmin = await platform.person('OrganizationAdmin', organization);
  foreigner = await platform.person('OrganizationAdmin', elsewhere);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  course = await platform.course(instructor, organization, 'Orbits');
});
afterEach(closeAll);

const change = (command: CourseCommand) =>
  platform.app
    .get(CommandBus)
    .execute(new ChangeCourse(course.id, command, systemContext(new Date(), undefined, uuidv7())));
const now = () => new Date().toISOString();

/** Opens a socket that watches a topic from the point of the list response. Returns it with the received rows. */
async function watching(
  client: TestClient,
  topic: 'courses' | 'course' | 'course-class',
  id = 'all',
  from?: Response['headers'],
) {
  const live = openLive(platform.url, client.token);
  await connected(live.socket);
  const place = from && {
    since: Number(from.get('x-live-sequence')),
    generation: Number(from.get('x-live-generation')),
  };
  const reply = (await watch(live.socket, { topic, id, ...place })) as Extract<WatchReply, { ok: true }>;
  expect(reply).toMatchObject({ ok: true, full: from === undefined });
  return { ...live, reply };
}

const newest = <T>(messages: readonly LiveChanges[], key: string): LiveRow<T> | undefined =>
  messages.flatMap(({ rows }) => rows).findLast((row) => row.key === key) as LiveRow<T> | undefined;

/** Waits for a row of the course that matches and returns it. */
const receives = (
  changes: readonly LiveChanges[],
  expected: (value: CourseListing | null, sequence: number) => boolean,
) =>
  eventually(() => {
    const row = newest<CourseListing>(changes, course.id);
    return row && expected(row.value, row.sequence) ? row : undefined;
  });

describe('GET /groups/listings', () => {
  it('returns the courses in the scope of the caller, by name, with all fields of the courses page', async () => {
    const second = await platform.course(instructor, organization, 'aerobraking');
    const student = await platform.person('User', organization);
    const { body: started } = await instructor.put<{ id: string }>(`/groups/${course.id}/activesession`);
    await student.post('/groups/join', { code: course.password });
    await platform.settled();
    const { body, headers } = await instructor.get<CourseListing[]>('/groups/listings');
    expect(body.map(({ id }) => id).indexOf(second.id)).toBeLessThan(body.map(({ id }) => id).indexOf(course.id));
    expect(body.find(({ id }) => id === course.id)).toEqual({
      id: course.id,
      name: 'Orbits',
      password: course.password,
      ownerId: instructor.userId,
      ownerName: expect.stringMatching(/^instructor\./) as string,
      ownerOrganizationId: organization,
      ownerOrganizationName: 'Listings',
      caption: '',
      memberCount: 1,
      activeSessionId: started.id,
      lastActiveSessionId: null,
      scheduledSessionId: null,
      active: { ...started },
      scheduled: null,
      last: null,
    });
    expect(headers.get('x-total-count')).toBe(String(body.length));
    expect(Number(headers.get('x-live-sequence'))).toBeGreaterThan(0);
    expect(headers.get('x-live-generation')).toMatch(/^\d+$/);

    const ids = async (client: TestClient, query = '') =>
      (await client.get<CourseListing[]>(`/groups/listings${query}`)).body.map(({ id }) => id);
    expect(await ids(orgAdmin)).toContain(course.id);
    expect(await ids(admin, `?ownerOrganizationId=${organization}`)).toContain(course.id);
    expect(await ids(admin, `?ownerUserId=${colleague.userId}`)).toEqual([]);
    expect(await ids(colleague)).toEqual([]);
    expect(await ids(foreigner, `?ownerOrganizationId=${organization}`)).toEqual([]);
    expect((await student.get('/groups/listings')).status).toBe(403);
    expect((await admin.get('/groups/listings?ownerUserId=me')).status).toBe(400);
  });
});

describe('topic courses', () => {
  it('sends a change to watchers of the organization and to none of another', async () => {
    const { headers } = await orgAdmin.get('/groups/listings');
    const page = await watching(orgAdmin, 'courses', 'all', headers);
    const [all, own, foreign, other] = await Promise.all([
      watching(admin, 'courses'),
      watching(instructor, 'courses'),
      watching(foreigner, 'courses'),
      watching(colleague, 'courses'),
    ]);
    expect(own.reply.rows.map(({ key }) => key)).toContain(course.id);
    expect([...foreign.reply.rows, ...other.reply.rows]).toEqual([]);
    const read = jest.spyOn(platform.app.get(CourseListingsQuery), 'changedSince');

    await instructor.put(`/groups/${course.id}/activesession`);
    const student = await platform.person('User', organization);
    await student.post('/groups/join', { code: course.password });
    for (const { changes } of [page, all, own]) {
      const { value } = await receives(changes, (listing) => listing?.memberCount === 1);
      expect(value).toMatchObject({
        id: course.id,
        active: { endDate: null },
        ownerName: expect.stringMatching(/^instructor\./) as string,
      });
    }

    const readers = new Set(read.mock.calls.map(([scope]) => Object.values(scope).at(-1)));
    read.mockRestore();
    // Audiences without changed courses do not read.
    expect(readers).toEqual(new Set(['all', organization, instructor.userId]));

    // The new instructor gains the course, the old one loses it, and the others see the new instructor.
    await change({ type: 'ChangeInstructor', now: now(), ownerId: colleague.userId });
    expect((await receives(other.changes, (listing) => listing !== null)).value?.memberCount).toBe(1);
    await receives(own.changes, (listing) => listing === null);
    await receives(page.changes, (listing) => listing?.ownerId === colleague.userId);

    await change({ type: 'DeleteCourse', now: now() });
    for (const { changes } of [page, all, other]) await receives(changes, (listing) => listing === null);
    expect(foreign.changes).toEqual([]);
  });

  it('sends missed changes after a reconnect', async () => {
    const { headers } = await instructor.get('/groups/listings');
    await change({ type: 'ChangeInstructor', now: now(), ownerId: colleague.userId });
    await platform.settled();
    const { reply } = await watching(instructor, 'courses', 'all', headers);
    expect(reply.rows).toEqual([{ key: course.id, sequence: expect.any(Number) as number, value: null }]);
    const fresh = await watching(instructor, 'courses');
    expect(fresh.reply.rows.map(({ key }) => key)).not.toContain(course.id);
  });

  it('sends the changed name of an instructor', async () => {
    const live = await watching(orgAdmin, 'courses');
    await admin.put(`/users/${instructor.userId}`, { firstName: 'Other' });
    await platform.settled();
    const before = live.reply.rows.find(({ key }) => key === course.id)!.sequence;
    // The creation of the course may arrive after the reply that contains it.
    const changed = await receives(live.changes, (listing, sequence) => listing !== null && sequence !== before);
    expect(changed.sequence).toBeGreaterThan(before);
  });

  it('continues after a full message', async () => {
    const query = platform.app.get(CourseListingsQuery, { strict: false });
    const all = (await query.changedSince({ kind: 'all' }, 0)).rows.map(({ key }) => key);
    expect(all.length).toBeGreaterThan(4);
    const read: string[] = [];
    let since = 0;
    for (let hasMore: boolean | undefined = true; hasMore;) {
      const page = await query.changedSince({ kind: 'all' }, since, 2);
      read.push(...page.rows.map(({ key }) => key));
      ({ sequence: since, hasMore } = page);
    }
    expect(new Set(read)).toEqual(new Set(all));
  });

  it('is not available to players or with another id', async () => {
    const student = await platform.person('User', organization);
    for (const [client, id] of [
      [student, 'all'],
      [admin, organization],
    ] as const) {
      const { socket } = openLive(platform.url, client.token);
      await connected(socket);
      expect(await watch(socket, { topic: 'courses', id })).toEqual({ ok: false, code: 'not-found' });
    }
  });
});

describe('the topic of a class', () => {
  it('closes for a replaced instructor, and for all except system admins after the course is deleted', async () => {
    const { body: session } = await instructor.put<{ id: string }>(`/groups/${course.id}/activesession`);
    await platform.settled();
    const watchClass = async (client: TestClient) => {
      const live = openLive(platform.url, client.token);
      await connected(live.socket);
      const watchGradebook = async () => (await watch(live.socket, { topic: 'gradebook', id: session.id })).ok;
      expect(await watchGradebook()).toBe(true);
      return { watchGradebook, wentAway: () => eventually(() => (live.resyncs.length > 0 ? true : undefined)) };
    };
    const [own, ofOrgAdmin, all] = [await watchClass(instructor), await watchClass(orgAdmin), await watchClass(admin)];
    await change({ type: 'ChangeInstructor', now: now(), ownerId: colleague.userId });
    await own.wentAway();
    expect([await own.watchGradebook(), await ofOrgAdmin.watchGradebook()]).toEqual([false, true]);
    await watchClass(colleague);

    await change({ type: 'DeleteCourse', now: now() });
    await ofOrgAdmin.wentAway();
    expect([await ofOrgAdmin.watchGradebook(), await all.watchGradebook()]).toEqual([false, true]);
  });
});

describe('topic course', () => {
  it('sends one course with its members to its staff until it is deleted', async () => {
    const [live, watcher] = await Promise.all([
      watching(instructor, 'course', course.id),
      watching(admin, 'course', course.id),
    ]);
    expect(live.reply.rows).toMatchObject([{ key: 'snapshot', value: { course: { id: course.id }, members: [] } }]);
    const student = await platform.person('User', organization);
    await student.post('/groups/join', { code: course.password });
    const details = await eventually(() => {
      const row = newest<CourseDetails>(watcher.changes, 'snapshot');
      return row?.value?.members.length === 1 ? row.value : undefined;
    });
    expect(details.members).toEqual([
      {
        id: student.userId,
        username: expect.stringMatching(/^user\./) as string,
        firstName: 'Sam',
        lastName: 'Example',
        enabled: true,
      },
    ]);
    await admin.put(`/users/${student.userId}`, { firstName: 'Kim' });
    await eventually(
      () => newest<CourseDetails>(live.changes, 'snapshot')?.value?.members[0]?.firstName === 'Kim' || undefined,
    );

    await change({ type: 'DeleteCourse', now: now() });
    for (const { changes } of [live, watcher]) {
      await eventually(() => (newest(changes, 'snapshot')?.value === null ? true : undefined));
    }
    for (const client of [colleague, foreigner]) {
      const { socket } = openLive(platform.url, client.token);
      await connected(socket);
      expect(await watch(socket, { topic: 'course', id: course.id })).toEqual({ ok: false, code: 'not-found' });
    }
  });
});

describe('topic course-class', () => {
  const classOf = (changes: readonly LiveChanges[]) => newest<CourseClass>(changes, 'snapshot')?.value?.sessionId;

  it('sends members of the course its running class, from start to end', async () => {
    const student = await platform.person('User', organization);
    await student.post('/groups/join', { code: course.password });
    await platform.settled();
    const live = await watching(student, 'course-class', course.id);
    expect(live.reply.rows).toMatchObject([{ key: 'snapshot', value: { sessionId: null } }]);
    const sessionId = uuidv7();
    await change({ type: 'StartClass', now: now(), newSessionId: sessionId });
    await eventually(() => classOf(live.changes) === sessionId || undefined);
    await change({ type: 'EndClass', now: now(), disableMembers: false });
    // The end removes the members. The next check of rights may come before the message, and then refuses to continue.
    await eventually(() => classOf(live.changes) === null || live.resyncs.length > 0 || undefined);
    if (classOf(live.changes) !== null) {
      expect(await watch(live.socket, { topic: 'course-class', id: course.id })).toEqual({
        ok: false,
        code: 'not-found',
      });
    }
  });

  it('is not available to non-members', async () => {
    const stranger = await platform.person('User', organization);
    for (const client of [stranger, foreigner, colleague]) {
      const { socket } = openLive(platform.url, client.token);
      await connected(socket);
      expect(await watch(socket, { topic: 'course-class', id: course.id })).toEqual({ ok: false, code: 'not-found' });
    }
  });
});

it('lists courses by name in natural order, and continues after a given course', async () => {
  const own = await platform.person('Instructor', organization);
  for (const name of ['Class 10', 'class 2', 'Class 2 b', 'Class 1'])
    await orgAdmin.post('/groups', { name, ownerId: own.userId, caption: '', memberIds: [] });
  await platform.settled();
  const read = async (query = '') => (await own.get<CourseListing[]>(`/groups/listings${query}`)).body;
  const names = (courses: CourseListing[]) => courses.map(({ name }) => name);
  const all = await read();
  expect(names(all)).toEqual(['Class 1', 'class 2', 'Class 2 b', 'Class 10']);
  expect(names(await read(`?after=${all[1]!.id}`))).toEqual(['Class 2 b', 'Class 10']);
  expect(await read(`?after=${all[3]!.id}`)).toEqual([]);
  const groups = await own.get<{ name: string }[]>('/groups');
  expect(groups.body.map(({ name }) => name)).toEqual(names(all));
});
