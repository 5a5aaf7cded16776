import type { Group } from '../../../contracts/group.contract.js';
import type { SignInResponse } from '../../../contracts/sign-in.contract.js';
import type { BasicUser, Member } from '../../../contracts/user.contract.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { seatsStream } from '../../organizations/seats.stream.js';
import { userStream } from '../../people/user.stream.js';
import type { ClassEnded, ClassResumed } from '../course.events.js';
import { courseStream } from '../course.stream.js';
import { MemberAccounts } from './member-accounts.js';

let platform: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
});
afterAll(() => platform.stop());

const end = (instructor: TestClient, { id }: Group) =>
  instructor.delete(`/groups/${id}/activesession?disableMemberAccounts=true`);
const resume = (instructor: TestClient, { id }: Group) =>
  instructor.put(`/groups/${id}/lastactivesession?reenableMemberAccounts=true`);
const skipped = async (instructor: TestClient, { id }: Group) =>
  (await instructor.get<Member[]>(`/groups/${id}/lastactivesession/skipped`)).body;

/** Returns the events of an account since its registration. */
const outcomeOf = async ({ userId }: TestClient): Promise<string[]> =>
  (await platform.store.readStream(userStream.name(userId))).slice(1).map(({ type, data }) => {
    const { cause } = data as { cause?: string };
    return cause ? `${type} ${cause}` : type;
  });
const fatesOf = (clients: readonly TestClient[]): Promise<string[][]> => Promise.all(clients.map(outcomeOf));

/** Runs the reactor again for the newest event of this type. */
async function redeliver(course: Group, type: 'ClassEnded' | 'ClassResumed'): Promise<void> {
  const past = await platform.store.readStream(courseStream.name(course.id));
  const event = past.findLast((each) => each.type === type);
  await platform.app.get(MemberAccounts).react(event as unknown as RecordedEvent<ClassEnded | ClassResumed>);
}

async function signIn({ userId }: TestClient): Promise<SignInResponse> {
  const { username } = (await admin.get<BasicUser>(`/users/${userId}`)).body;
  const response = await fetch(`${platform.url}/api/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'orbital_mechanics_7#' }),
  });
  return (await response.json()) as SignInResponse;
}

async function seatsTaken(organization: string): Promise<number> {
  const past = await platform.store.readStream(seatsStream.name(organization));
  return past.reduce((taken, { type }) => taken + (type === 'SeatTaken' ? 1 : -1), 0);
}

it('disables players at the end of their class and enables them at its resumption, once, and never staff', async () => {
  const organization = await platform.organization();
  const instructor = await platform.person('Instructor', organization);
  const [ada, bea, orgAdmin] = await Promise.all([
    platform.person('User', organization),
    platform.person('Restricted', organization),
    platform.person('OrganizationAdmin', organization),
  ]);
  const [assistant, moved, absent] = await Promise.all([
    platform.person('Instructor', organization),
    platform.person('User', organization),
    platform.person('User', organization),
  ]);
  const players = [ada, bea, moved];
  const { course, session } = await platform.runningClass(instructor, organization, [...players, assistant, orgAdmin]);
  expect((await end(instructor, course)).status).toBe(200);
  const disabledNotice = `UserDisabled ${session.id}`;
  await until(async () => (await fatesOf(players)).every((fate) => fate.includes(disabledNotice)));
  await until(async () => (await signIn(ada)).canPlay === false);
  expect(await signIn(ada)).toMatchObject({ refreshToken: '' });
  await until(async () => (await ada.get('/users/me/groups')).status === 401);
  expect(await fatesOf([assistant, orgAdmin, absent, instructor])).toEqual([[], [], [], []]);
  expect(await skipped(instructor, course)).toEqual([]);

  await redeliver(course, 'ClassEnded');
  expect(await fatesOf(players)).toEqual([[disabledNotice], [disabledNotice], [disabledNotice]]);
  // An admin changes the account twice in the meantime; the newest change takes precedence.
  for (const enabled of [true, false]) await admin.put(`/users/${moved.userId}/enabled`, { enabled });
  await redeliver(course, 'ClassEnded');

  expect((await resume(instructor, course)).status).toBe(200);
  expect(await skipped(instructor, course)).toMatchObject([{ id: moved.userId, reason: 'administrator' }]);
  const decided = [disabledNotice, 'UserEnabled', 'UserDisabled admin'];
  expect(await fatesOf(players)).toEqual([[disabledNotice, 'UserEnabled'], [disabledNotice, 'UserEnabled'], decided]);
  await until(async () => (await signIn(ada)).canPlay);
  await until(async () => (await seatsTaken(organization)) === 6);

  await admin.put(`/users/${bea.userId}/enabled`, { enabled: false });
  await redeliver(course, 'ClassResumed');
  const [, ofBea, ofMoved] = await fatesOf(players);
  expect([ofBea, ofMoved]).toEqual([[disabledNotice, 'UserEnabled', 'UserDisabled admin'], decided]);
  await until(async () => (await seatsTaken(organization)) === 5);
});

it('keeps a student without a free seat disabled and lists the student', async () => {
  const organization = await platform.organization(undefined, 5);
  const instructor = await platform.person('Instructor', organization);
  const players = await Promise.all(Array.from({ length: 3 }, () => platform.person('User', organization)));
  const { course, session } = await platform.runningClass(instructor, organization, players);
  await end(instructor, course);
  await until(async () => (await seatsTaken(organization)) === 1);
  for (let nth = 0; nth < 3; nth += 1) await platform.person('User', organization);
  await resume(instructor, course);
  const left = await skipped(instructor, course);
  expect(left).toHaveLength(2);
  expect(left).toEqual(
    left.map(({ id }) => expect.objectContaining({ id, enabled: false, firstName: 'Sam' }) as Member),
  );
  const out = players.filter(({ userId }) => left.some(({ id }) => id === userId));
  expect(await fatesOf(out)).toEqual(out.map(() => [`UserDisabled ${session.id}`]));
  expect(await seatsTaken(organization)).toBe(5);
});

it('changes no accounts unless requested', async () => {
  const organization = await platform.organization();
  const instructor = await platform.person('Instructor', organization);
  const player = await platform.person('User', organization);
  const { course } = await platform.runningClass(instructor, organization, [player]);
  const path = `/groups/${course.id}`;
  await instructor.delete(`${path}/activesession`);
  await instructor.put(`${path}/lastactivesession`);
  await redeliver(course, 'ClassEnded');
  await redeliver(course, 'ClassResumed');
  expect(await outcomeOf(player)).toEqual([]);
  expect(await skipped(instructor, course)).toEqual([]);
});
