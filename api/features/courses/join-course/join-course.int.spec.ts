import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { ClassSession, Group, JoinCourseResponse } from '../../../contracts/group.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { userStream } from '../../people/user.stream.js';
import { CourseQuery } from '../course.query.js';
import { courseStream } from '../course.stream.js';
import { CreateCourse } from '../create-course/create-course.command.js';

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

describe('joining', () => {
  it('adds the student to the course and its running class, accepts other spellings, and is safe to run again', async () => {
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

  it('adds an early student to the roster at the start; the end empties the course and resuming restores its members', async () => {
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

  it('between two classes adds the student to the next one', async () => {
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

  it('rejects ten unknown codes, then requires a wait', async () => {
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

  it('counts ten wrong codes also for concurrent requests', async () => {
    const student = await platform.person('User', organization);
    const answers = await Promise.all(Array.from({ length: 30 }, () => join(student, 'QQQQQQ')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('accepts the code of a course that the read model does not contain yet', async () => {
    const student = await platform.person('User', organization);
    await platform.settled();
    const client = await platform.app.get<Pool>(POOL).connect();
    await client.query('begin; lock table read.courses_v2 in exclusive mode');
    const fresh = {
      name: 'Fresh',
      ownerId: instructor.userId,
      organizationId: organization,
      caption: '',
      memberIds: [],
    };
    const context = systemContext(new Date());
    const { courseId } = await platform.app.get(CommandBus).execute(new CreateCourse(fresh, context));
    const [created] = await platform.store.readStream(courseStream.name(courseId));
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

  it('rejects a student of another organization', async () => {
    const stranger = await platform.person('User', await platform.organization());
    expect((await join(stranger)).problem).toMatchObject({ status: 403, code: 'OTHER_ORGANIZATION' });
  });

  it('rejects a student who moves to another organization during the request', async () => {
    const student = await platform.person('User', organization);
    const elsewhere = await platform.organization();
    const findByCode = CourseQuery.prototype.findByCode;
    jest.spyOn(CourseQuery.prototype, 'findByCode').mockImplementationOnce(async function (this: CourseQuery, code) {
      const move = { type: 'Update', profile: {}, organizationId: elsewhere } as const;
      await platform.app.get(Commands).handle(userStream.of(student.userId), move, systemContext(new Date()));
      return findByCode.call(this, code);
    });
    expect((await join(student)).problem).toMatchObject({ status: 403, code: 'OTHER_ORGANIZATION' });
    expect(await platform.store.readStream(`membership-${course.id}-${student.userId}`)).toEqual([]);
  });

  it('selects the course for the results of the student until another is selected on any device', async () => {
    const student = await platform.person('User', organization);
    const { course: alpha } = await platform.runningClass(instructor, organization, [student], 'Alpha');
    const { course: beta } = await platform.runningClass(instructor, organization, [student], 'Beta');
    const receiving = async () => {
      await platform.settled();
      const { body: groups } = await student.get<Group[]>('/users/me/groups');
      return groups.find(({ activeSessionId }) => activeSessionId !== null)?.name;
    };
    expect(await receiving()).toBe('Beta');
    await join(student, alpha.password);
    expect(await receiving()).toBe('Alpha');
    await student.patch(`/users/${student.userId}/groupSelection/latest/${beta.id}`);
    expect(await receiving()).toBe('Beta');
    await instructor.delete(`/groups/${beta.id}/activesession`);
    expect(await receiving()).toBe('Alpha');
  });
});
