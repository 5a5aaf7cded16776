import type { Pool } from 'pg';
import type { ClassSession, Group, GroupWithSession } from '../../contracts/group.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';

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
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('a class', () => {
  it('starts, is active immediately, ends and resumes', async () => {
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

  it('returns null when the course has no such class', async () => {
    expect((await instructor.get(`/groups/${course.id}/activesession`)).body).toBeNull();
    expect((await instructor.get(`/groups/${course.id}/scheduledsession`)).body).toBeNull();
  });

  it('is scheduled, rescheduled, given an end and cancelled', async () => {
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

  it('starts and ends once by the clock, at the scheduled times', async () => {
    const [startAt, endAt] = [inMinutes(0.05), inMinutes(0.07)];
    const { body } = await instructor.put<ClassSession>(`/groups/${course.id}/scheduledsession`, {
      scheduledStartDate: startAt,
    });
    await instructor.put(`/groups/${course.id}/enddate`, { newEndDate: endAt, isImmediate: false });
    const past = () => platform.store.readStream(`course-${course.id}`);
    await until(async () => (await past()).some(({ type }) => type === 'ClassEnded'));
    const events = await past();
    expect(events.map(({ type }) => type)).toEqual([
      'CourseCreated',
      'ClassScheduled',
      'ClassEndScheduled',
      'ClassStarted',
      'ClassEnded',
    ]);
    const [, , , startedEvent, endedEvent] = events;
    expect(startedEvent!.data).toMatchObject({ sessionId: body.id, startedAt: startAt, scheduledAt: startAt });
    expect(endedEvent!.data).toMatchObject({ sessionId: body.id, endedAt: endAt, scheduledAt: endAt });
  });

  it('ends immediately with the end date route', async () => {
    await start();
    const ended = await instructor.put<ClassSession>(`/groups/${course.id}/enddate`, {
      newEndDate: null,
      isImmediate: true,
    });
    expect(ended.body.endDate).not.toBeNull();
  });
});

describe('course lists', () => {
  it('includes the running, scheduled and newest ended class of every course, however many classes other courses have', async () => {
    const first = (await start()).body;
    await end();
    const busy = await platform.course(instructor, organization);
    const pool = platform.app.get<Pool>(POOL);
    await pool.query(
      `insert into read.classes_v2 (session_id, course_id, name, started_at, ended_at, sequence)
       select gen_random_uuid(), $1, 'Class ' || n, now(), now(), 1 from generate_series(1, 5100) n`,
      [busy.id],
    );
    const groups = (await instructor.get<Group[]>('/groups')).body;
    expect(groups.find(({ id }) => id === course.id)?.lastActiveSessionId).toBe(first.id);
    expect((await instructor.get<ClassSession[]>(`/groups/${busy.id}/sessions`)).body).toHaveLength(5_100);
  });

  it('applies the filter before the limit', async () => {
    const [owner, owned] = [await platform.person('Instructor', organization), 'Zenith'];
    const wanted = await platform.course(owner, organization, owned);
    const pool = platform.app.get<Pool>(POOL);
    const crowd = await pool.query<{ course_id: string }>(
      `insert into read.courses_v2 (course_id, name, code, owner_id, organization_id, caption, sequence)
       select gen_random_uuid(), 'A', 'CROWD' || n, gen_random_uuid(), $1, '', 1 from generate_series(1, 1000) n
       returning course_id`,
      [organization],
    );
    const admin = await platform.admin();
    const found = await admin.get<Group[]>(`/groups?ownerUserId=${owner.userId}`);
    await pool.query('delete from read.courses_v2 where course_id = any ($1)', [
      crowd.rows.map((row) => row.course_id),
    ]);
    expect(found.body.map(({ id }) => id)).toEqual([wanted.id]);
  });
});

describe('access to a course', () => {
  it('is granted to its instructor, an admin of its organization and a system admin', async () => {
    const [orgAdmin, admin] = await Promise.all([platform.person('OrganizationAdmin', organization), platform.admin()]);
    for (const client of [instructor, orgAdmin, admin]) {
      expect((await client.get<Group[]>('/groups')).body.map((group) => group.id)).toContain(course.id);
      expect((await client.get(`/groups/${course.id}`)).body).toMatchObject({ password: course.password });
    }
    expect((await start(orgAdmin)).status).toBe(200);
    expect((await end(admin)).status).toBe(200);
  });

  it('returns the same 404 to all others as for an unknown course', async () => {
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

  it('is denied to players on the routes of staff', async () => {
    const student = await platform.person('User', organization);
    expect((await start(student)).problem).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await student.get('/groups')).status).toBe(403);
  });

  it('filters the list by owner and organization', async () => {
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
