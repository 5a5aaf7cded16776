import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { ClassSession, Group, GroupWithSession, JoinCourseResponse } from '../../contracts/group.contract.js';
import type { Member } from '../../contracts/user.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { courseStream } from './course.events.js';
import { CreateCourse } from './create-course/create-course.command.js';

let platform: TestPlatform;
let organization: string;
let instructor: TestClient;
let course: Group;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  course = await platform.course(instructor, organization);
});

const start = (client = instructor) => client.put<ClassSession>(`/groups/${course.id}/activesession`);
const end = (client = instructor) => client.delete<ClassSession>(`/groups/${course.id}/activesession`);
const join = (client: TestClient, code: string | null = course.password) =>
  client.post<JoinCourseResponse>('/groups/join', { code });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('a class', () => {
  it('starts, shows as active at once, ends and is resumed', async () => {
    const started = await start();
    expect(started.status).toBe(200);
    expect(started.body).toMatchObject({ name: 'Orbits-101 - Class 1', groupId: course.id, endDate: null });
    expect((await instructor.get(`/groups/${course.id}/activesession`)).body).toEqual(started.body);
    expect((await start()).problem).toMatchObject({
      status: 409,
      code: 'CLASS_ALREADY_ACTIVE',
      title: 'A class is already active.',
    });

    const ended = await end();
    expect(ended.body).toMatchObject({ id: started.body.id, endDate: expect.any(String) as string });
    const group = (await instructor.get<Group>(`/groups/${course.id}`)).body;
    expect(group).toMatchObject({ activeSessionId: null, lastActiveSessionId: started.body.id });
    expect((await end()).problem).toMatchObject({ status: 409, code: 'NO_ACTIVE_CLASS' });

    const resumed = await instructor.put<ClassSession>(`/groups/${course.id}/lastactivesession`);
    expect(resumed.body).toMatchObject({ id: started.body.id, endDate: null });
    expect((await instructor.get<Group>(`/groups/${course.id}`)).body.activeSessionId).toBe(started.body.id);
  });

  it('answers null where there is none', async () => {
    expect((await instructor.get(`/groups/${course.id}/activesession`)).body).toBeNull();
    expect((await instructor.get(`/groups/${course.id}/scheduledsession`)).body).toBeNull();
  });

  it('is scheduled, moved, given an end and cancelled', async () => {
    const scheduled = await instructor.put<ClassSession>(`/groups/${course.id}/scheduledsession`, {
      scheduledStartDate: inMinutes(60),
    });
    expect(scheduled.body).toMatchObject({
      startDate: null,
      scheduledStartDate: expect.stringMatching(/^\d{4}-.*:\d\dZ$/) as string,
    });
    expect((await instructor.get(`/groups/${course.id}/scheduledsession`)).body).toEqual(scheduled.body);
    const early = await instructor.put(`/groups/${course.id}/enddate`, {
      newEndDate: inMinutes(30),
      isImmediate: false,
    });
    expect(early.problem).toMatchObject({
      status: 400,
      errors: { NewEndDate: ['End date must be after the scheduled start date.'] },
    });
    const past = await instructor.put(`/groups/${course.id}/scheduledsession`, { scheduledStartDate: inMinutes(-5) });
    expect(past.problem).toMatchObject({ status: 400, code: 'INVALID_SCHEDULE' });
    expect(
      (await instructor.put(`/groups/${course.id}/scheduledsession`, { scheduledStartDate: null })).body,
    ).toBeNull();
    expect((await instructor.get(`/groups/${course.id}/scheduledsession`)).body).toBeNull();
  });

  it('starts and ends by the clock, once, at the scheduled times', async () => {
    const [startAt, endAt] = [new Date(Date.now() + 1_000).toISOString(), new Date(Date.now() + 2_500).toISOString()];
    const { body } = await instructor.put<ClassSession>(`/groups/${course.id}/scheduledsession`, {
      scheduledStartDate: startAt,
    });
    await instructor.put(`/groups/${course.id}/enddate`, { newEndDate: endAt, isImmediate: false });
    const deadline = Date.now() + 20_000;
    let types: string[] = [];
    while (!types.includes('ClassEnded') && Date.now() < deadline) {
      types = (await platform.store.readStream(`course-${course.id}`)).map((event) => event.type);
    }
    expect(types).toEqual(['CourseCreated', 'ClassScheduled', 'ClassEndScheduled', 'ClassStarted', 'ClassEnded']);
    const [, , , startedEvent, endedEvent] = await platform.store.readStream(`course-${course.id}`);
    expect(startedEvent!.data).toMatchObject({ sessionId: body.id, startedAt: startAt, scheduledAt: startAt });
    expect(endedEvent!.data).toMatchObject({ sessionId: body.id, endedAt: endAt, scheduledAt: endAt });
  });

  it.each([
    ['DELETE', 'activesession', 'disableMemberAccounts'],
    ['PUT', 'lastactivesession', 'reenableMemberAccounts'],
  ])('refuses %s %s with %s: it would do nothing', async (method, route, name) => {
    await start();
    const path = `/groups/${course.id}/${route}?${name}=true`;
    const answer = await (method === 'PUT' ? instructor.put(path) : instructor.delete(path));
    expect(answer.problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(Object.keys(answer.problem.errors!)).toEqual([name.charAt(0).toUpperCase() + name.slice(1)]);
    expect((await instructor.get<Group>(`/groups/${course.id}`)).body.activeSessionId).not.toBeNull();
  });

  it('ends immediately by the end date route too', async () => {
    await start();
    const ended = await instructor.put<ClassSession>(`/groups/${course.id}/enddate`, {
      newEndDate: null,
      isImmediate: true,
    });
    expect(ended.body.endDate).not.toBeNull();
  });
});

describe('joining', () => {
  it('adds to the course and to the class that runs, also in another spelling, and again without effect', async () => {
    const student = await platform.person('User', organization);
    const { body: session } = await start();
    const joined = await join(student, ` ${course.password!.toLowerCase().replace(/^(...)/, '$1-')} `);
    expect(joined.status).toBe(200);
    expect(joined.body).toEqual({
      group: { id: course.id, name: course.name },
      session: { id: session.id, name: session.name, startDate: session.startDate },
    });
    expect((await join(student)).body).toEqual(joined.body);
    expect(await platform.store.readStream(`membership-${course.id}-${student.userId}`)).toHaveLength(1);
    await platform.settled();
    const members = await instructor.get<Member[]>(`/sessions/${session.id}/members`);
    expect(members.body.map((member) => member.id)).toEqual([student.userId]);
    expect((await student.get<Group[]>('/users/me/groups')).body).toMatchObject([{ id: course.id, password: null }]);
    expect((await student.get(`/users/${student.userId}`)).body).toMatchObject({
      lastJoinedSessionID: session.id,
      lastJoinedGroupName: course.name,
    });
    expect((await student.get(`/sessions/${session.id}`)).body).toMatchObject({
      groupName: course.name,
      accessCode: null,
    });
  });

  it('before the class puts the student on its roster when it starts; the end empties the course, resuming fills it again', async () => {
    const student = await platform.person('Restricted', null);
    expect((await join(student)).body.session).toBeNull();
    const { body: session } = await start();
    await platform.settled();
    expect((await instructor.get<Member[]>(`/sessions/${session.id}/members`)).body).toHaveLength(1);
    await end();
    expect((await instructor.get<Group>(`/groups/${course.id}`)).body.memberIds).toEqual([]);
    expect((await instructor.get<Member[]>(`/sessions/${session.id}/members`)).body).toHaveLength(1);
    await instructor.put(`/groups/${course.id}/lastactivesession`);
    expect((await instructor.get<Group>(`/groups/${course.id}`)).body.memberIds).toEqual([student.userId]);
  });

  it('between two classes counts for the next one', async () => {
    const student = await platform.person('User', organization);
    await start();
    await join(student);
    await end();
    expect((await join(student)).body.session).toBeNull();
    expect((await student.get<Group[]>('/users/me/groups')).body).toHaveLength(1);
    const { body: next } = await start();
    await platform.settled();
    const members = await instructor.get<Member[]>(`/sessions/${next.id}/members`);
    expect(members.body.map((member) => member.id)).toEqual([student.userId]);
  });

  it('refuses an unknown code, ten times, then asks to wait', async () => {
    const student = await platform.person('User', organization);
    const refused = await join(student, 'QQQQQQ');
    expect(refused.problem).toMatchObject({
      status: 400,
      errors: { AccessCode: ['No course uses this access code.'] },
    });
    for (let index = 0; index < 9; index += 1) await join(student, 'QQQQQQ');
    const limited = await join(student);
    expect(limited.problem).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('lets ten wrong codes through, however many come at once', async () => {
    const student = await platform.person('User', organization);
    const answers = await Promise.all(Array.from({ length: 30 }, () => join(student, 'QQQQQQ')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('does not call a code wrong that the read model has not heard of yet', async () => {
    const student = await platform.person('User', organization);
    await platform.settled();
    const client = await platform.app.get<Pool>(POOL).connect();
    await client.query('begin; lock table read.courses_v1 in exclusive mode');
    const fresh = {
      name: 'Fresh',
      ownerId: instructor.userId,
      organizationId: organization,
      caption: '',
      memberIds: [],
    };
    const context = systemContext(new Date());
    const { courseId } = await platform.app.get(CommandBus).execute(new CreateCourse(fresh, context));
    const [created] = await platform.store.readStream(courseStream(courseId));
    const { code } = created!.data as { code: string };
    const early = await join(student, code);
    await client.query('rollback');
    client.release();
    expect(early.problem).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await platform.settled();
    expect((await join(student, code)).body).toMatchObject({ group: { id: courseId } });
    const { rows } = await platform.app
      .get<Pool>(POOL)
      .query('select from plain.wrong_course_codes where user_id = $1', [student.userId]);
    expect(rows).toEqual([]);
  });

  it('refuses a student of another organization', async () => {
    const stranger = await platform.person('User', await platform.organization());
    expect((await join(stranger)).problem).toMatchObject({ status: 403, code: 'OTHER_ORGANIZATION' });
  });
});

describe('lists', () => {
  it('show what runs, what is scheduled and what ended last of every course, however many classes another one has', async () => {
    const first = (await start()).body;
    await end();
    const busy = await platform.course(instructor, organization);
    const pool = platform.app.get<Pool>(POOL);
    await pool.query(
      `insert into read.classes_v1 (session_id, course_id, name, started_at, ended_at, sequence)
       select gen_random_uuid(), $1, 'Class ' || n, now(), now(), 1 from generate_series(1, 5100) n`,
      [busy.id],
    );
    const groups = (await instructor.get<Group[]>('/groups')).body;
    expect(groups.find(({ id }) => id === course.id)?.lastActiveSessionId).toBe(first.id);
    expect((await instructor.get<ClassSession[]>(`/groups/${busy.id}/sessions`)).body).toHaveLength(5_100);
  });

  it('are narrowed before they are cut', async () => {
    const [owner, owned] = [await platform.person('Instructor', organization), 'Zenith'];
    const wanted = await platform.course(owner, organization, owned);
    const pool = platform.app.get<Pool>(POOL);
    const crowd = await pool.query<{ course_id: string }>(
      `insert into read.courses_v1 (course_id, name, code, owner_id, organization_id, caption)
       select gen_random_uuid(), 'A', 'CROWD' || n, gen_random_uuid(), $1, '' from generate_series(1, 1000) n
       returning course_id`,
      [organization],
    );
    const admin = await platform.admin();
    const found = await admin.get<Group[]>(`/groups?ownerUserId=${owner.userId}`);
    await pool.query('delete from read.courses_v1 where course_id = any ($1)', [
      crowd.rows.map((row) => row.course_id),
    ]);
    expect(found.body.map(({ id }) => id)).toEqual([wanted.id]);
  });
});

describe('who sees and runs a course', () => {
  it('is its instructor, an admin of its organization and a system admin', async () => {
    const [orgAdmin, admin] = await Promise.all([platform.person('OrganizationAdmin', organization), platform.admin()]);
    for (const client of [instructor, orgAdmin, admin]) {
      expect((await client.get<Group[]>('/groups')).body.map((group) => group.id)).toContain(course.id);
      expect((await client.get(`/groups/${course.id}`)).body).toMatchObject({ password: course.password });
    }
    expect((await start(orgAdmin)).status).toBe(200);
    expect((await end(admin)).status).toBe(200);
  });

  it('looks to everybody else exactly as if it were not there', async () => {
    const { body: session } = await start();
    const other = await platform.person('Instructor', organization);
    const foreign = await platform.person('OrganizationAdmin', await platform.organization());
    const unknown = '0198c0de-ffff-7000-8000-000000000000';
    for (const client of [other, foreign]) {
      expect((await client.get<Group[]>('/groups')).body).toEqual([]);
      for (const [method, path] of [
        ['get', '/groups/:id'],
        ['get', '/groups/:id/activesession'],
        ['get', '/groups/:id/sessions'],
        ['put', '/groups/:id/activesession'],
        ['delete', '/groups/:id/activesession'],
        ['put', '/groups/:id/lastactivesession'],
      ] as const) {
        const [seen, missing] = await Promise.all(
          [course.id, unknown].map((id) => client[method](path.replace(':id', id))),
        );
        expect(seen!.status).toBe(404);
        expect({ ...seen!.problem, requestId: '' }).toEqual({ ...missing!.problem, requestId: '' });
      }
      for (const path of [
        `/sessions/${session.id}`,
        `/sessions/${session.id}/gradebook`,
        `/groups/competitions/${session.id}`,
      ]) {
        expect((await client.get(path)).status).toBe(404);
      }
    }
  });

  it('is no player: the routes of staff are forbidden to them', async () => {
    const student = await platform.person('User', organization);
    expect((await start(student)).problem).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await student.get('/groups')).status).toBe(403);
  });

  it('narrows the list by owner and organization', async () => {
    const admin = await platform.admin();
    const byOwner = await admin.get<Group[]>(`/groups?ownerUserId=${instructor.userId}`);
    expect(new Set(byOwner.body.map((group) => group.ownerId))).toEqual(new Set([instructor.userId]));
    expect((await admin.get(`/groups?ownerOrganizationId=${await platform.organization()}`)).body).toEqual([]);
    expect((await admin.get('/groups?ownerOrganizationId=nonsense')).status).toBe(400);
  });

  it('finds the course of a class', async () => {
    const { body: session } = await start();
    const found = await instructor.get<GroupWithSession>(`/groups/competitions/${session.id}`);
    expect(found.body).toMatchObject({ id: course.id, session });
  });
});
