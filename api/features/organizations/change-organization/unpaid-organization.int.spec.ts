import type { Pool } from 'pg';
import type { ClassSession, Group, JoinCourseResponse } from '../../../contracts/group.contract.js';
import type { User } from '../../../contracts/user.contract.js';
import type { UserImportResult } from '../../../contracts/user-import.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { closeAll, openLive } from '../../../platform/live/testing/live-client.js';
import { sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';

let platform: TestPlatform;
let admin: TestClient;
let organization: string;
let orgAdmin: TestClient;
let instructor: TestClient;
let student: TestClient;
/** A student without an organization, in the same class. */
let subscriber: TestClient;
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  subscriber = await platform.person('User', null);
});
afterAll(() => platform.stop());
afterEach(closeAll);
beforeEach(async () => {
  organization = await platform.organization();
  orgAdmin = await platform.person('OrganizationAdmin', organization);
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  ({ course, session } = await platform.runningClass(instructor, organization, [student, subscriber]));
});

const UNPAID = {
  status: 409,
  code: 'ORGANIZATION_UNPAID',
  title:
    'The organization is unpaid, so only classes that are already running continue. Please contact your administrator.',
};

const setPaid = (isPaid: boolean) => admin.put(`/organizations/${organization}/status?isPaid=${isPaid}`);
const isIn = async (client: TestClient) => (await client.get('/auth/session/roles')).status === 200;
const isOut = (...clients: TestClient[]) => until(async () => !(await Promise.all(clients.map(isIn))).includes(true));
const usernameOf = async (client: TestClient) => (await admin.get<User>(`/users/${client.userId}`)).body.username;
/** Returns whether the user can sign in now. */
const canPlay = async (client: TestClient) => (await platform.signIn(await usernameOf(client))).token !== '';
const openSessionsOf = async ({ userId }: TestClient) => {
  const open = 'select 1 from plain.refresh_families where user_id = $1 and ended_at is null';
  return (await platform.app.get<Pool>(POOL).query(open, [userId])).rowCount;
};
const submitResult = async (client: TestClient) => (await client.post('/scores', sampleAttempt(session.id))).status;
const join = (client: TestClient, code = course.password) => client.post<JoinCourseResponse>('/groups/join', { code });
const end = (client = instructor) => client.delete(`/groups/${course.id}/activesession`);

describe('an organization that becomes unpaid while a class is running', () => {
  it('keeps only the staff and the roster of the class signed in, until it ends', async () => {
    const otherStudent = await platform.person('User', organization);
    const otherInstructor = await platform.person('Instructor', organization);
    await setPaid(false);
    await isOut(otherStudent, otherInstructor);
    expect(await Promise.all([otherStudent, otherInstructor].map(canPlay))).toEqual([false, false]);
    for (const client of [student, subscriber, instructor, orgAdmin]) expect(await isIn(client)).toBe(true);
    expect(await Promise.all([student, instructor, orgAdmin].map(canPlay))).toEqual([true, true, true]);
    expect(await Promise.all([student, subscriber].map(submitResult))).toEqual([202, 202]);

    expect((await end()).status).toBe(200);
    await isOut(student, instructor, orgAdmin);
    expect(await Promise.all([student, instructor, orgAdmin].map(canPlay))).toEqual([false, false, false]);
    expect(await isIn(subscriber)).toBe(true);
  });

  it('closes the sockets of the class when it ends', async () => {
    await setPaid(false);
    await platform.settled();
    const { socket } = openLive(platform.url, student.token);
    await until(() => socket.connected);
    await end();
    await until(() => !socket.connected);
  });

  it('ends the sessions for good, also after a new payment', async () => {
    await setPaid(false);
    await end();
    await isOut(student, instructor);
    expect((await student.post('/auth/session/token', student.refreshToken)).status).toBe(401);
    // Requests are rejected immediately, and the sign-in sessions end a moment later.
    await until(async () => (await openSessionsOf(student)) === 0);
    await setPaid(true);
    await platform.settled();
    // A node remembers an open session for a second.
    await isOut(student);
    expect(await canPlay(student)).toBe(true);
  });

  it('ends the rights of the class with its scheduled end', async () => {
    await setPaid(false);
    const newEndDate = new Date(Date.now() + 1_500).toISOString();
    expect((await instructor.put(`/groups/${course.id}/enddate`, { newEndDate })).status).toBe(200);
    expect(await isIn(student)).toBe(true);
    await isOut(student, instructor, orgAdmin);
  });

  it('ends the rights of the class when its course is deleted', async () => {
    await setPaid(false);
    await platform.settled();
    expect(await isIn(student)).toBe(true);
    expect((await admin.delete(`/groups/${course.id}`)).status).toBe(204);
    await isOut(student, instructor, orgAdmin);
  });

  it('ends the session of a student who is removed from the roster', async () => {
    await setPaid(false);
    expect((await instructor.delete(`/groups/${course.id}/members/${student.userId}`)).status).toBe(204);
    await isOut(student);
    expect(await canPlay(student)).toBe(false);
    expect(await isIn(instructor)).toBe(true);
  });

  it('ends the session of a student who moved away and back without joining the class again', async () => {
    const username = await usernameOf(student);
    await admin.put(`/users/${student.userId}`, { organizationId: null });
    await until(async () => (await admin.get<Group>(`/groups/${course.id}`)).body.memberIds.length === 1);
    await admin.put(`/users/${student.userId}`, { organizationId: organization });
    await platform.settled();
    const back = await platform.signIn(username);
    expect(await isIn(back)).toBe(true);
    await setPaid(false);
    await isOut(back);
    expect((await platform.signIn(username)).token).toBe('');
    expect(await isIn(instructor)).toBe(true);
  });

  it('rejects new participants, with or without an organization', async () => {
    const stranger = await platform.person('User', null);
    await setPaid(false);
    expect((await join(stranger)).problem).toMatchObject(UNPAID);
    expect((await join(admin)).problem).toMatchObject(UNPAID);
    for (const client of [student, subscriber]) {
      expect((await join(client)).body).toMatchObject({ session: { id: session.id } });
    }
  });

  it('rejects new classes, courses and users', async () => {
    const idle = await platform.course(instructor, organization);
    const of = (path: string) => `/groups/${idle.id}/${path}`;
    await instructor.put(of('activesession'));
    await instructor.delete(of('activesession'));
    const disabled = await platform.person('User', organization);
    await admin.put(`/users/${disabled.userId}/enabled`, { enabled: false });
    await setPaid(false);
    const scheduledStartDate = new Date(Date.now() + 3_600_000).toISOString();
    for (const client of [instructor, orgAdmin, admin]) {
      expect((await client.put(of('activesession'))).problem).toMatchObject(UNPAID);
      expect((await client.put(of('lastactivesession'))).problem).toMatchObject(UNPAID);
      expect((await client.put(of('scheduledsession'), { scheduledStartDate })).problem).toMatchObject(UNPAID);
    }
    for (const client of [orgAdmin, admin]) {
      const newCourse = { name: 'New', ownerId: instructor.userId };
      expect((await client.post('/groups', newCourse)).problem).toMatchObject(UNPAID);
      const enabled = await client.put(`/users/${disabled.userId}/enabled`, { enabled: true });
      expect(enabled.problem).toMatchObject(UNPAID);
    }
    const { name } = (await admin.get<{ name: string }>(`/organizations/${organization}`)).body;
    const csv = `username,email,firstName,lastName,rankTitle,role,organization,enabled\nnew.user,new@example.org,,,,User,${name},true\n`;
    const { body } = await orgAdmin.post<UserImportResult>('/users/import?dryRun=false', { csv });
    expect(body).toMatchObject({
      imported: 0,
      rows: [
        {
          outcome: 'error',
          errors: [{ field: 'organization', message: 'The organization is unpaid: its users cannot sign in.' }],
        },
      ],
    });
  });

  it('cancels scheduled classes', async () => {
    const planned = await platform.course(instructor, organization);
    const scheduledStartDate = new Date(Date.now() + 3_600_000).toISOString();
    await instructor.put(`/groups/${planned.id}/scheduledsession`, { scheduledStartDate });
    await setPaid(false);
    await until(async () => (await admin.get(`/groups/${planned.id}/scheduledsession`)).body === null);
  });
});
