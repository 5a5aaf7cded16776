import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { AuditPage } from '../../../contracts/audit.contract.js';
import type { CourseListing, Group } from '../../../contracts/group.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { userStream } from '../../people/user.stream.js';

let platform: TestPlatform;
let organization: string;
let elsewhere: string;
let admin: TestClient;
let orgAdmin: TestClient;
let instructor: TestClient;
let colleague: TestClient;
let student: TestClient;
let foreignInstructor: TestClient;
let foreignStudent: TestClient;
let independent: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  elsewhere = await platform.organization();
  admin = await platform.admin();
  orgAdmin = await platform.person('OrganizationAdmin', organization);
  instructor = await platform.person('Instructor', organization);
  colleague = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  foreignInstructor = await platform.person('Instructor', elsewhere);
  foreignStudent = await platform.person('User', elsewhere);
  independent = await platform.person('Restricted', null);
});
afterAll(() => platform.stop());

const UNFIT_OWNER = 'Choose an instructor or admin of the organization.';
const UNFIT_MEMBERS = 'Choose players of the organization, or players without one.';

const create = async (by = orgAdmin, body: object = {}): Promise<Group> => {
  const answer = await by.post<Group>('/groups', { name: 'Orbits', ownerId: instructor.userId, ...body });
  expect(answer.status).toBe(201);
  await platform.settled();
  return answer.body;
};
const ids = async (client: TestClient, path: string) =>
  (await client.get<{ id: string }[]>(path)).body.map(({ id }) => id);
const eventsOf = async (course: Group) =>
  (await platform.store.readStream(`course-${course.id}`)).map(({ type }) => type);

describe('creating a course', () => {
  it('assigns a code, the organization of the instructor and the first members', async () => {
    const memberIds = [student.userId, independent.userId, student.userId];
    const course = await create(orgAdmin, { name: ' Orbits ', caption: 'Every Monday', memberIds });
    expect(course).toEqual({
      id: expect.any(String) as string,
      name: 'Orbits',
      password: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/) as string,
      ownerId: instructor.userId,
      ownerOrganizationId: organization,
      caption: 'Every Monday',
      memberIds: [student.userId, independent.userId],
      activeSessionId: null,
      lastActiveSessionId: null,
      scheduledSessionId: null,
    });
    expect((await orgAdmin.get<Group>(`/groups/${course.id}`)).body).toEqual({
      ...course,
      memberIds: expect.arrayContaining(course.memberIds) as string[],
    });
    expect((await create(admin, { ownerId: admin.userId })).ownerOrganizationId).toBeNull();
  });

  it('rejects an instructor who is not staff or not in the organization', async () => {
    for (const [by, ownerId] of [
      [orgAdmin, foreignInstructor.userId],
      [orgAdmin, student.userId],
      [orgAdmin, admin.userId],
      [admin, student.userId],
      [admin, randomUUID()],
    ] as const) {
      const { problem } = await by.post('/groups', { name: 'Orbits', ownerId });
      expect(problem).toMatchObject({ status: 400, title: UNFIT_OWNER, errors: { OwnerId: [UNFIT_OWNER] } });
    }
  });

  it('rejects members who are not players or are in another organization', async () => {
    for (const userId of [foreignStudent.userId, colleague.userId, randomUUID()]) {
      const body = { name: 'Orbits', ownerId: instructor.userId, memberIds: [student.userId, userId] };
      const { problem } = await admin.post('/groups', body);
      expect(problem).toMatchObject({ status: 400, title: UNFIT_MEMBERS, errors: { MemberIds: [UNFIT_MEMBERS] } });
    }
  });

  it('rejects a member who has moved to another organization, also while the read model lags behind', async () => {
    const moved = await platform.person('User', organization);
    const client = await platform.app.get<Pool>(POOL).connect();
    await client.query('begin; lock table read.people_v2 in exclusive mode');
    const move = { type: 'Update', profile: {}, organizationId: elsewhere } as const;
    await platform.app.get(Commands).handle(userStream.of(moved.userId), move, systemContext(new Date()));
    const body = { name: 'Orbits', ownerId: instructor.userId, memberIds: [moved.userId] };
    const { status } = await admin.post('/groups', body);
    await client.query('rollback');
    client.release();
    expect(status).toBe(400);
  });

  it('rejects an invalid course and callers who are not administrators', async () => {
    const { problem } = await orgAdmin.post('/groups', { name: ' ', ownerId: 'nobody', memberIds: ['x'] });
    expect(problem).toMatchObject({ status: 400, errors: { Name: ['Enter a name.'] } });
    expect(Object.keys(problem.errors!)).toEqual(expect.arrayContaining(['Name', 'OwnerId']) as string[]);
    expect((await instructor.post('/groups', { name: 'Mine', ownerId: instructor.userId })).status).toBe(403);
  });
});

describe('changing the instructor', () => {
  it('gives the course to the new instructor immediately and takes it from the old one', async () => {
    const course = await create();
    const { body: session } = await instructor.put<{ id: string }>(`/groups/${course.id}/activesession`);
    expect((await orgAdmin.put(`/groups/${course.id}/${colleague.userId}`)).status).toBe(204);
    await platform.settled();
    expect((await orgAdmin.get<Group>(`/groups/${course.id}`)).body.ownerId).toBe(colleague.userId);
    expect(await ids(colleague, '/groups')).toContain(course.id);
    expect(await ids(instructor, '/groups')).not.toContain(course.id);
    for (const path of [`/groups/${course.id}`, `/sessions/${session.id}/gradebook`, `/groups/${course.id}/members`]) {
      expect([(await colleague.get(path)).status, (await instructor.get(path)).status]).toEqual([200, 404]);
    }
    // Repeating the change records nothing.
    expect((await admin.put(`/groups/${course.id}/${colleague.userId}`)).status).toBe(204);
    expect(await eventsOf(course)).toEqual(['CourseCreated', 'ClassStarted', 'CourseInstructorChanged']);
    await platform.settled();
    const { body: audit } = await admin.get<AuditPage>(`/audit?targetType=course&targetId=${course.id}`);
    expect(audit.entries[0]).toMatchObject({
      action: 'CourseInstructorChanged',
      actor: { id: orgAdmin.userId },
      changes: [
        {
          field: 'instructor',
          from: expect.stringMatching(/^instructor\./) as string,
          to: expect.stringMatching(/^instructor\./) as string,
        },
      ],
    });
  });

  it('requires a member of staff of the same organization, identified by id', async () => {
    const course = await create();
    for (const ownerId of [foreignInstructor.userId, student.userId, randomUUID()]) {
      const { problem } = await admin.put(`/groups/${course.id}/${ownerId}`);
      expect(problem).toMatchObject({ status: 400, title: UNFIT_OWNER, errors: { OwnerId: [UNFIT_OWNER] } });
    }
    expect((await admin.put(`/groups/${course.id}/somebody`)).status).toBe(400);
    expect((await admin.put(`/groups/${course.id}/${orgAdmin.userId}`)).status).toBe(204);
    expect((await instructor.put(`/groups/${course.id}/${instructor.userId}`)).status).toBe(403);
  });

  it('allows the deletion of the previous instructor', async () => {
    const leaver = await platform.person('Instructor', organization);
    const course = await create(orgAdmin, { ownerId: leaver.userId });
    const title = 'User is the instructor of courses. Reassign them first.';
    expect((await orgAdmin.delete(`/users/${leaver.userId}`)).problem).toMatchObject({ status: 409, title });
    await orgAdmin.put(`/groups/${course.id}/${colleague.userId}`);
    expect((await orgAdmin.delete(`/users/${leaver.userId}`)).status).toBe(204);
  });
});

describe('concurrently with becoming the instructor', () => {
  const given = {
    created: (ownerId: string) => admin.post('/groups', { name: 'Both', ownerId }),
    reassigned: async (ownerId: string, course: Group) => admin.put(`/groups/${course.id}/${ownerId}`),
  };
  const unfit = {
    'get another role': (userId: string) => admin.put(`/users/${userId}/role/User`),
    'are moved to another organization': (userId: string) =>
      admin.put(`/users/${userId}`, { organizationId: elsewhere }),
    'are deleted': (userId: string) => admin.delete(`/users/${userId}`),
  };
  const cases = Object.entries(given).flatMap(([how, give]) =>
    Object.entries(unfit).map(([what, make]) => [what, how, make, give] as const),
  );

  it.each(cases)(
    'accepts only one of both requests when the instructors %s (course is %s)',
    async (_what, _how, make, give) => {
      const course = await create();
      for (let turn = 0; turn < 3; turn += 1) {
        const { userId } = await platform.person('Instructor', organization);
        const answers = await Promise.all(
          turn % 2 ? [make(userId), give(userId, course)] : [give(userId, course), make(userId)],
        );
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status < 300)).toHaveLength(1);
        expect(statuses.filter((status) => status === 409 || status === 400)).toHaveLength(1);
      }
    },
  );
});

describe('members', () => {
  it('lets members see the course without its code, leave it, and rejoin after a removal', async () => {
    const course = await create(orgAdmin, { memberIds: [student.userId, independent.userId] });
    const { body: session } = await instructor.put<{ id: string }>(`/groups/${course.id}/activesession`);
    await platform.settled();
    const { body: seen } = await student.get<Group>(`/groups/${course.id}`);
    expect(seen).toMatchObject({ id: course.id, password: null, memberIds: [], activeSessionId: session.id });
    expect((await student.get(`/groups/${course.id}/activesession`)).body).toMatchObject({ id: session.id });
    expect((await student.get(`/groups/${course.id}/scheduledsession`)).body).toBeNull();
    expect((await foreignStudent.get(`/groups/${course.id}`)).status).toBe(404);

    const { body: members } = await instructor.get<Member[]>(`/groups/${course.id}/members`);
    expect(members.map(({ id }) => id)).toEqual([independent.userId, student.userId]);
    expect(Object.keys(members[0]!)).toEqual(['id', 'username', 'firstName', 'lastName', 'enabled']);
    expect((await student.get(`/groups/${course.id}/members`)).status).toBe(403);

    // Members cannot remove each other. Staff can, and members can leave.
    expect((await student.delete(`/groups/${course.id}/members/${independent.userId}`)).status).toBe(404);
    expect((await foreignInstructor.delete(`/groups/${course.id}/members/${student.userId}`)).status).toBe(404);
    expect((await foreignStudent.delete(`/groups/${course.id}/members/${foreignStudent.userId}`)).status).toBe(404);
    expect((await student.delete(`/groups/${course.id}/members/${student.userId}`)).status).toBe(204);
    expect((await instructor.delete(`/groups/${course.id}/members/${independent.userId}`)).status).toBe(204);
    await platform.settled();
    expect((await instructor.get(`/groups/${course.id}/members`)).body).toEqual([]);
    expect((await instructor.get(`/sessions/${session.id}/members`)).body).toEqual([]);
    expect((await student.get(`/groups/${course.id}`)).status).toBe(404);
    // Repeating it records nothing, also for a person who was never a member.
    for (const userId of [independent.userId, colleague.userId]) {
      expect((await orgAdmin.delete(`/groups/${course.id}/members/${userId}`)).status).toBe(204);
    }
    expect((await student.delete(`/groups/${course.id}/members/${student.userId}`)).status).toBe(204);
    const left = await platform.store.readStream(`membership-${course.id}-${student.userId}`);
    expect(left.map(({ type }) => type)).toEqual(['StudentLeft']);

    // Removed members can rejoin.
    expect((await student.post('/groups/join', { code: course.password })).body).toMatchObject({
      session: { id: session.id },
    });
    await platform.settled();
    expect(await ids(instructor, `/groups/${course.id}/members`)).toEqual([student.userId]);
  });
});

describe('deleting a course', () => {
  it('removes the course from every list and keeps its classes for system admins', async () => {
    const owner = await platform.person('Instructor', organization);
    const course = await create(orgAdmin, { name: 'Gone', ownerId: owner.userId });
    const { body: session } = await owner.put<{ id: string }>(`/groups/${course.id}/activesession`);
    await student.post('/groups/join', { code: course.password });
    await platform.settled();
    expect((await owner.delete(`/groups/${course.id}`)).status).toBe(403);
    expect((await orgAdmin.delete(`/groups/${course.id}`)).status).toBe(204);
    await platform.settled();
    expect(await eventsOf(course)).toEqual(['CourseCreated', 'ClassStarted', 'ClassEnded', 'CourseDeleted']);

    for (const client of [admin, orgAdmin, owner]) {
      expect(await ids(client, '/groups')).not.toContain(course.id);
      const listings = await client.get<CourseListing[]>('/groups/listings');
      expect(listings.body.map(({ id }) => id)).not.toContain(course.id);
      expect((await client.get(`/groups/${course.id}`)).status).toBe(404);
      expect((await client.put(`/groups/${course.id}/activesession`)).status).toBe(404);
      expect((await client.delete(`/groups/${course.id}/members/${student.userId}`)).status).toBe(404);
    }
    expect((await orgAdmin.delete(`/groups/${course.id}`)).problem).toMatchObject({
      title: 'The course was not found.',
    });
    expect((await admin.put(`/groups/${course.id}/${colleague.userId}`)).status).toBe(404);
    expect(await ids(student, '/users/me/groups')).not.toContain(course.id);
    const byName = `/sessions?name=${encodeURIComponent('Gone - Class 1')}`;
    expect(await ids(admin, byName)).toEqual([session.id]);
    for (const client of [orgAdmin, owner]) expect(await ids(client, byName)).toEqual([]);
    for (const path of [
      `/sessions/${session.id}`,
      `/sessions/${session.id}/members`,
      `/sessions/${session.id}/gradebook`,
      `/groups/competitions/${session.id}`,
      `/scores/session/${session.id}`,
      `/scores/leaderboard/${session.id}`,
    ]) {
      const statuses = await Promise.all(
        [admin, orgAdmin, owner].map(async (client) => (await client.get(path)).status),
      );
      expect({ path, statuses }).toEqual({ path, statuses: [200, 404, 404] });
    }
    for (const path of [`/sessions/${session.id}`, `/scores/leaderboard/${session.id}`]) {
      expect((await student.get(path)).status).toBe(404);
    }

    const joined = await independent.post('/groups/join', { code: course.password });
    const unknown = await independent.post('/groups/join', { code: 'NOCODE' });
    expect(joined.problem).toMatchObject({ status: 400, title: 'No course uses this access code.' });
    expect({ ...joined.problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
    // The instructor has no courses left and can be deleted.
    expect((await orgAdmin.delete(`/users/${owner.userId}`)).status).toBe(204);
  });

  it('allows the deletion of its organization', async () => {
    const brief = await platform.organization();
    const owner = await platform.person('Instructor', brief);
    const course = await create(admin, { ownerId: owner.userId });
    for (const path of [`/groups/${course.id}`, `/users/${owner.userId}`, `/organizations/${brief}`]) {
      await platform.settled();
      expect(await admin.delete(path)).toMatchObject({ status: 204 });
    }
  });
});
