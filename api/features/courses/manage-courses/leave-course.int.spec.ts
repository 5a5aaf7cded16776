import type { AuditPage } from '../../../contracts/audit.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { classKit } from '../../../testing/class-kit.js';
import { sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';

const kit = classKit();

const submit = (client: TestClient) => client.post('/scores', sampleAttempt(kit.session.id));
const remove = (client: TestClient, by = kit.instructor) =>
  by.delete(`/groups/${kit.course.id}/members/${client.userId}`);
const roster = async () =>
  (await kit.instructor.get<Member[]>(`/sessions/${kit.session.id}/members`)).body.map(({ id }) => id);

it('rejects results of a student after the removal is confirmed', async () => {
  // The node caches that the student is on the roster.
  expect((await submit(kit.student)).status).toBe(202);
  expect((await remove(kit.student)).status).toBe(204);
  expect((await submit(kit.student)).problem).toMatchObject({ status: 403, code: 'NOT_ON_ROSTER' });
  await kit.platform.settled();
  for (let turn = 0; turn < 20; turn += 1) expect((await submit(kit.student)).status).toBe(403);
  expect((await submit(kit.other)).status).toBe(202);
  // A student who rejoins can play again.
  await kit.student.post('/groups/join', { code: kit.course.password });
  expect((await submit(kit.student)).status).toBe(202);
});

it('rejects the removal of a student from an ended class, and allows it after the class is resumed', async () => {
  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  expect((await remove(kit.student)).problem).toMatchObject({
    status: 409,
    code: 'CLASS_ENDED',
    title: 'The class has ended, so its roster is final. Resume the class to remove this student.',
  });
  expect(await roster()).toContain(kit.student.userId);
  await kit.instructor.put(`/groups/${kit.course.id}/lastactivesession`);
  expect((await remove(kit.student)).status).toBe(204);
  await kit.platform.settled();
  expect(await roster()).toEqual([kit.other.userId]);
  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  // The student is no longer a member.
  expect((await remove(kit.student)).status).toBe(204);
});

it('shows a removal and a leave in the history of the course and of the person, and once in the whole audit', async () => {
  const admin = await kit.platform.admin();
  const manager = await kit.platform.person('OrganizationAdmin', kit.organization);
  await remove(kit.student);
  await remove(kit.other, kit.other);
  await kit.platform.settled();
  const entries = async (by: TestClient, query: string) =>
    (await by.get<AuditPage>(`/audit?action=StudentLeft${query}`)).body.entries;
  const name = expect.stringMatching(/^user\./) as string;
  const entry = (actor: TestClient, target: object) => ({
    actor: { id: actor.userId, role: actor === kit.instructor ? 'Instructor' : 'User' },
    target,
    changes: [
      { field: 'student', from: name, to: null },
      { field: 'course', from: kit.course.name, to: null },
    ],
  });
  const course = { type: 'course', id: kit.course.id, name: kit.course.name };
  for (const reader of [admin, manager]) {
    expect(await entries(reader, `&targetType=course&targetId=${kit.course.id}`)).toMatchObject([
      entry(kit.other, course),
      entry(kit.instructor, course),
    ]);
    const [newest] = await entries(reader, `&targetType=user&targetId=${kit.student.userId}`);
    expect(newest).toMatchObject(entry(kit.instructor, { type: 'user', id: kit.student.userId, name }));
  }
  const everything = await entries(admin, '&limit=200');
  expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length);
});

it('rejects a result for a scheduled class: members must wait, strangers must join', async () => {
  const { platform, instructor, organization, student, other } = kit;
  const course = await platform.course(instructor, organization);
  const scheduledStartDate = new Date(Date.now() + 3_600_000).toISOString();
  const { body: session } = await instructor.put<{ id: string }>(`/groups/${course.id}/scheduledsession`, {
    scheduledStartDate,
  });
  await student.post('/groups/join', { code: course.password });
  const score = (client: TestClient) => client.post('/scores', sampleAttempt(session.id));
  const notYet = { status: 409, code: 'CLASS_NOT_ACTIVE', title: 'The class is not active yet.' };
  expect((await score(student)).problem).toMatchObject(notYet);
  expect((await score(other)).problem).toMatchObject({ status: 403, code: 'NOT_ON_ROSTER' });
});
