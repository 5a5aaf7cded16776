import { v7 as uuidv7 } from 'uuid';
import { cellKey } from '../../../contracts/cell-key.rule.js';
import type { Gradebook } from '../../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../../contracts/gradebook-rows.rule.js';
import type { Group } from '../../../contracts/group.contract.js';
import type { Member, User } from '../../../contracts/user.contract.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { classKit } from '../../../testing/class-kit.js';
import { sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { until } from '../../../testing/until.js';
import type { UserMovedToOrganization } from '../../people/user.events.js';
import { userStream } from '../../people/user.stream.js';
import { courseStream } from '../course.stream.js';
import type { StudentJoined } from '../membership.events.js';
import { membershipStream } from '../membership.stream.js';
import { MovedMembers } from './moved-members.js';

const kit = classKit();

const eventsOf = async (client: TestClient) =>
  (await kit.platform.store.readStream(membershipStream.name(kit.course.id, client.userId))).map(({ type, data }) => {
    const { cause } = data as { cause?: string };
    return cause ? `${type} ${cause}` : type;
  });
const members = async () => (await kit.instructor.get<Group>(`/groups/${kit.course.id}`)).body.memberIds;

/** Moves a person, waits until the memberships are updated, and signs the person in again. */
async function move({ userId }: TestClient, organizationId: string | null): Promise<TestClient> {
  const admin = await kit.platform.admin();
  const { username } = (await admin.get<User>(`/users/${userId}`)).body;
  expect((await admin.put(`/users/${userId}`, { organizationId })).status).toBeLessThan(300);
  await until(async () => (await eventsOf({ userId } as TestClient)).includes('StudentLeft moved'));
  await kit.platform.settled();
  return kit.platform.signIn(username);
}

async function newStudent(): Promise<TestClient> {
  const student = await kit.platform.person('User', kit.organization);
  await student.post('/groups/join', { code: kit.course.password });
  return student;
}

it('removes a person who moves to another organization from the old courses, and keeps the results in their gradebooks', async () => {
  const student = await newStudent();
  const attempt = sampleAttempt(kit.session.id);
  expect((await student.post('/scores', attempt)).status).toBe(202);
  const elsewhere = await kit.platform.organization();
  const moved = await move(student, elsewhere);

  expect(await members()).not.toContain(moved.userId);
  expect((await moved.get<Group[]>('/users/me/groups')).body).toEqual([]);
  expect((await moved.get(`/sessions/${kit.session.id}`)).status).toBe(404);
  expect((await moved.post('/scores', sampleAttempt(kit.session.id))).problem).toMatchObject({ code: 'NOT_ON_ROSTER' });
  expect((await kit.instructor.get(`/users/${moved.userId}`)).status).toBe(404);

  const { body: gradebook } = await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`);
  expect(gradebook.students.map(({ key }) => key)).toContain(moved.userId);
  const cells = gradebookRows(gradebook).filter(({ key }) => key.startsWith(`${moved.userId}:`));
  expect(cells.map(({ key }) => key)).toEqual([cellKey(moved.userId, attempt.scenarioId)]);
  const named = (await kit.instructor.get<Member[]>(`/sessions/${kit.session.id}/members`)).body;
  expect(named.map(({ id }) => id)).toContain(moved.userId);

  await kit.instructor.delete(`/groups/${kit.course.id}/activesession?disableMemberAccounts=true`);
  await kit.instructor.put(`/groups/${kit.course.id}/lastactivesession`);
  await kit.instructor.get(`/groups/${kit.course.id}/lastactivesession/skipped`);
  expect(await members()).not.toContain(moved.userId);
  const outcome = (await kit.platform.store.readStream(userStream.name(moved.userId))).map(({ type }) => type);
  expect(outcome).toEqual(['UserRegistered', 'UserMovedToOrganization']);
});

it('removes the person from ended classes too, and keeps courses of other organizations', async () => {
  const student = await kit.platform.person('User', null);
  const home = await kit.platform.organization();
  await student.post('/groups/join', { code: kit.course.password });
  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  const admin = await kit.platform.admin();
  // A move from no organization leaves no courses.
  await admin.put(`/users/${student.userId}`, { organizationId: kit.organization });
  const back = await move(student, home);
  expect((await back.get(`/sessions/${kit.session.id}`)).status).toBe(404);
  expect((await kit.instructor.get(`/users/${back.userId}`)).status).toBe(404);
  expect(await eventsOf(back)).toEqual(['StudentJoined', 'StudentLeft moved']);
});

describe('a membership that is recorded after a move', () => {
  const context = () => systemContext(new Date());
  const commands = () => kit.platform.app.get(Commands);
  const moveTo = (userId: string, organizationId: string | null) =>
    commands().handle(userStream.of(userId), { type: 'Update', profile: {}, organizationId }, context());
  const joinCourse = (userId: string) =>
    commands().handle(
      membershipStream.of(kit.course.id, userId),
      { type: 'JoinCourse', courseId: kit.course.id, userId, sessionId: null, member: false },
      context(),
    );
  const newestEventOf = async (stream: string) =>
    (await kit.platform.store.readStream(stream)).at(-1) as RecordedEvent<StudentJoined>;
  const leaves = (client: TestClient) => until(async () => (await eventsOf(client)).at(-1) === 'StudentLeft moved');

  it('ends when a join overtook the move', async () => {
    const student = await kit.platform.person('User', kit.organization);
    await moveTo(student.userId, await kit.platform.organization());
    await joinCourse(student.userId);
    await leaves(student);
    await kit.platform.settled();
    expect(await members()).not.toContain(student.userId);
    expect((await kit.instructor.get(`/users/${student.userId}`)).status).toBe(404);
  });

  it('ends when the creation of the course overtook the move', async () => {
    const student = await kit.platform.person('User', kit.organization);
    const stays = await kit.platform.person('User', kit.organization);
    await moveTo(student.userId, await kit.platform.organization());
    const courseId = uuidv7();
    const course = {
      courseId,
      name: `Late ${courseId}`,
      code: 'LATE42',
      caption: '',
      organizationId: kit.organization,
    };
    const memberIds = [stays.userId, student.userId];
    const create = { type: 'CreateCourse', ...course, ownerId: kit.instructor.userId, memberIds } as const;
    await commands().handle(courseStream.of(courseId), create, context());
    const left = membershipStream.name(courseId, student.userId);
    await until(async () => (await kit.platform.store.readStream(left)).length > 0);
    expect(await newestEventOf(left)).toMatchObject({ type: 'StudentLeft', data: { cause: 'moved' } });
    await kit.platform.settled();
    expect((await kit.instructor.get<Group>(`/groups/${courseId}`)).body.memberIds).toEqual([stays.userId]);
  });

  it.each([
    ['without an organization', 'User', null],
    ['who is a system admin', 'SystemAdmin', 'another'],
  ] as const)('stays for a person %s', async (_, role, to) => {
    const person = await kit.platform.person(role, kit.organization);
    await moveTo(person.userId, to && (await kit.platform.organization()));
    await joinCourse(person.userId);
    const joined = await newestEventOf(membershipStream.name(kit.course.id, person.userId));
    // A later move from no organization leaves no courses.
    if (to === null) await moveTo(person.userId, await kit.platform.organization());
    await kit.platform.app.get(MovedMembers).react(joined);
    expect(await eventsOf(person)).toEqual(['StudentJoined']);
  });
});

it('keeps a person who moved back and rejoined, however late the first move is processed', async () => {
  const student = await newStudent();
  const moved = await move(student, null);
  const admin = await kit.platform.admin();
  await admin.put(`/users/${moved.userId}`, { organizationId: kit.organization });
  await kit.platform.settled();
  // The move back has ended the sign-in session.
  const { username } = (await admin.get<User>(`/users/${moved.userId}`)).body;
  const back = await kit.platform.signIn(username);
  expect((await back.post('/groups/join', { code: kit.course.password })).status).toBe(200);
  await kit.platform.settled();
  const past = await kit.platform.store.readStream(userStream.name(moved.userId));
  const first = past.find(({ type }) => type === 'UserMovedToOrganization');
  await kit.platform.app.get(MovedMembers).react(first as unknown as RecordedEvent<UserMovedToOrganization>);
  expect(await eventsOf(moved)).toEqual(['StudentJoined', 'StudentLeft moved', 'StudentJoined']);
  expect(await members()).toContain(moved.userId);
});
