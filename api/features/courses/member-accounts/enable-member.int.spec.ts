import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import type { EndClassAccounts, Group, SkippedMember } from '../../../contracts/group.contract.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { DisableUser } from '../../people/disable-user/disable-user.command.js';
import { userStream } from '../../people/user.stream.js';

let platform: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
});
afterAll(() => platform.stop());

const end = (by: TestClient, { id }: Group) => by.delete(`/groups/${id}/activesession?disableMemberAccounts=true`);
const resume = (by: TestClient, { id }: Group) => by.put(`/groups/${id}/lastactivesession?reenableMemberAccounts=true`);
const skipped = async (by: TestClient, { id }: Group) =>
  (await by.get<SkippedMember[]>(`/groups/${id}/lastactivesession/skipped`)).body;
const accounts = async (by: TestClient, { id }: Group) =>
  (await by.get<EndClassAccounts>(`/groups/${id}/activesession/accounts`)).body;
const enable = (by: TestClient, { id }: Group, { userId }: TestClient) =>
  by.put(`/groups/${id}/members/${userId}/enabled`);
const lastOf = async ({ userId }: TestClient): Promise<string> => {
  const { type, data } = (await platform.store.readStream(userStream.name(userId))).at(-1)!;
  return `${type} ${(data as { cause?: string }).cause ?? ''}`.trim();
};

async function people(organization: string, count: number): Promise<TestClient[]> {
  return Promise.all(Array.from({ length: count }, () => platform.person('User', organization)));
}

it('disables only members of the course’s organization, and returns their number before', async () => {
  const organization = await platform.organization();
  const instructor = await platform.person('Instructor', organization);
  const [ada, bea] = (await people(organization, 2)) as [TestClient, TestClient];
  const [subscriber, assistant] = await Promise.all([
    platform.person('User', null),
    platform.person('Instructor', organization),
  ]);
  const players = [ada, bea, subscriber, assistant];
  const { course, session } = await platform.runningClass(instructor, organization, players);
  await admin.put(`/users/${bea.userId}/enabled`, { enabled: false });
  await platform.settled();
  expect(await accounts(instructor, course)).toEqual({ disabled: 1, outside: 1 });
  await end(instructor, course);
  await until(async () => (await lastOf(ada)) === `UserDisabled ${session.id}`);
  await resume(instructor, course);
  await skipped(instructor, course);
  expect(await Promise.all(players.map(lastOf))).toEqual([
    'UserEnabled',
    'UserDisabled admin',
    'UserRegistered',
    'UserRegistered',
  ]);
});

it('lists why each student of a resumed class is still disabled, and lets staff enable those whom a class disabled', async () => {
  const organization = await platform.organization();
  const instructor = await platform.person('Instructor', organization);
  const colleague = await platform.person('Instructor', organization);
  const students = (await people(organization, 3)) as [TestClient, TestClient, TestClient];
  const [byClass, byAdmin, bySubscription] = students;
  // The colleague's class disables a student who belongs to the instructor's class as well.
  const mine = await platform.runningClass(instructor, organization, students, 'Orbits');
  const colleaguesClass = await platform.runningClass(colleague, organization, [byClass], 'Rockets');
  await instructor.delete(`/groups/${mine.course.id}/activesession`);
  await end(colleague, colleaguesClass.course);
  await until(async () => (await lastOf(byClass)).startsWith('UserDisabled'));
  await admin.put(`/users/${byAdmin.userId}/enabled`, { enabled: false });
  const disable = new DisableUser(bySubscription.userId, 'subscription', systemContext(new Date()));
  await platform.app.get(CommandBus).execute(disable);
  await resume(instructor, mine.course);
  const found = await skipped(instructor, mine.course);
  const entry = (client: TestClient) => found.find(({ id }) => id === client.userId);
  expect(found).toHaveLength(3);
  expect(entry(byClass)).toMatchObject({ reason: 'other-class', className: 'Rockets - Class 1', mayEnable: true });
  expect(entry(byAdmin)).toMatchObject({ reason: 'administrator', className: null, mayEnable: false });
  expect(entry(bySubscription)).toMatchObject({ reason: 'subscription', className: null, mayEnable: false });

  const title = 'The account was not disabled by a class. Ask an administrator to enable it.';
  for (const client of [byAdmin, bySubscription]) {
    expect((await enable(instructor, mine.course, client)).problem).toMatchObject({ status: 403, title });
  }
  expect((await enable(instructor, mine.course, byClass)).status).toBe(204);
  expect((await enable(instructor, mine.course, byClass)).status).toBe(204);
  expect(await lastOf(byClass)).toBe('UserEnabled');
  expect((await skipped(instructor, mine.course)).map(({ id }) => id).toSorted()).toEqual(
    [byAdmin.userId, bySubscription.userId].toSorted(),
  );
});

it('enables only students of the course, only for its staff, and never beyond the user limit', async () => {
  const organization = await platform.organization(undefined, 5);
  const instructor = await platform.person('Instructor', organization);
  const [student, absent] = (await people(organization, 2)) as [TestClient, TestClient];
  const { course, session } = await platform.runningClass(instructor, organization, [student]);
  await end(instructor, course);
  await until(async () => (await lastOf(student)) === `UserDisabled ${session.id}`);
  // Takes the two seats that the end released and those that were free before.
  const stranger = await platform.person('Instructor', await platform.organization());
  await people(organization, 3);
  await resume(instructor, course);
  expect(await skipped(instructor, course)).toMatchObject([
    { id: student.userId, reason: 'no-seat', className: null, mayEnable: true },
  ]);
  expect((await enable(instructor, course, student)).problem).toMatchObject({ code: 'USER_LIMIT_REACHED' });
  expect((await enable(instructor, course, absent)).status).toBe(404);
  expect((await enable(instructor, course, { userId: randomUUID() } as TestClient)).status).toBe(404);
  expect((await enable(stranger, course, student)).status).toBe(404);
  await admin.put(`/users/${absent.userId}/enabled`, { enabled: false });
  await until(async () => (await enable(instructor, course, student)).status === 204);
  expect(await lastOf(student)).toBe('UserEnabled');
});

it('does not reveal the class of another organization or undo its disabling', async () => {
  const [here, there] = [await platform.organization(), await platform.organization()];
  const [instructor, foreign] = await Promise.all([
    platform.person('Instructor', here),
    platform.person('Instructor', there),
  ]);
  const guest = await platform.person('User', there);
  const foreignClass = await platform.runningClass(foreign, there, [guest]);
  await end(foreign, foreignClass.course);
  await until(async () => (await lastOf(guest)).startsWith('UserDisabled'));
  await admin.put(`/users/${guest.userId}`, { organizationId: here });
  const created = await admin.post<Group>('/groups', {
    name: 'With guest',
    ownerId: instructor.userId,
    memberIds: [guest.userId],
  });
  await instructor.put(`/groups/${created.body.id}/activesession`);
  await instructor.delete(`/groups/${created.body.id}/activesession`);
  await resume(instructor, created.body);
  expect(await skipped(instructor, created.body)).toMatchObject([
    { id: guest.userId, reason: 'other-class', className: null, mayEnable: false },
  ]);
  expect((await enable(instructor, created.body, guest)).status).toBe(403);
  expect(await lastOf(guest)).toBe('UserMovedToOrganization');
});
