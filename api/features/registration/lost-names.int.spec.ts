import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { AccessCode } from '../../contracts/access-code.contract.js';
import type { Organization } from '../../contracts/organization.contract.js';
import type { User } from '../../contracts/user.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { userStream } from '../people/user.stream.js';
import { RegisterMember, RegisterMemberHandler } from './register-member/register-member.handler.js';

const PASSWORD = 'orbital_mechanics_7#';
const TAKEN = { status: 409, code: 'ALREADY_TAKEN' };

let platform: TestPlatform;
let admin: TestClient;
let organizationId: string;
let accessCode: string;
beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  organizationId = await platform.organization();
  accessCode = (await admin.post<AccessCode>('/users/accessCodes')).body.code;
  await admin.put(`/organizations/accessCodes/${accessCode}/${organizationId}`);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => platform.stop());

/**
 * Suspends the next append to a stream with this prefix, after its command has extended its claims, for longer than they are pending.
 * Another process sweeps and runs `meanwhile`.
 */
function suspendAppend(prefix: string, meanwhile: () => Promise<unknown>): void {
  const { store, app } = platform;
  const append = store.appendToStream.bind(store);
  let isDone = false;
  jest.spyOn(store, 'appendToStream').mockImplementation(async (stream, ...rest) => {
    if (!isDone && stream.startsWith(prefix)) {
      isDone = true;
      await app.get<Pool>(POOL).query("update plain.claims set expires_at = expires_at - interval '11 minutes'");
      await app.get(Claims).sweep();
      await meanwhile();
    }
    return append(stream, ...rest);
  });
}

const someone = (userName = `cadet.${randomUUID().slice(0, 13)}`) => ({
  userName,
  email: `${randomUUID()}@example.org`,
  password: PASSWORD,
  firstName: 'Ada',
  lastName: 'Lovelace',
  rankTitle: 'Cadet',
  nationality: null,
  accessCode,
  isFreeUser: false,
});
const register = (details: ReturnType<typeof someone>, context = systemContext(new Date())) =>
  platform.app.get(RegisterMemberHandler).execute(new RegisterMember(details, 'access-code', context));
const typesIn = async (stream: string) => (await platform.store.readStream(stream)).map(({ type }) => type);
const seatsTaken = async () => {
  await platform.settled();
  const organization = (await admin.get<Organization[]>('/organizations')).body.find(({ id }) => id === organizationId);
  return organization!.activeUsers;
};

it('undoes a registration whose name another one has taken, at every repeat', async () => {
  const [context, late] = [systemContext(new Date()), someone()];
  let winner!: { userId: string };
  const before = await seatsTaken();
  suspendAppend('user-', async () => (winner = await register(someone(late.userName))));
  await expect(register(late, context)).rejects.toMatchObject({
    ...TAKEN,
    errors: { UserName: ['Username is already taken.'] },
  });
  expect(await typesIn(userStream.name(context.commandId))).toEqual(['UserRegistered', 'UserDeleted']);
  expect(await platform.app.get(Claims).ownerOf('username', late.userName)).toBe(winner.userId);
  expect((await platform.signIn(late.userName)).userId).toBe(winner.userId);
  expect(await seatsTaken()).toBe(before + 1);
  await expect(register(late, context)).rejects.toMatchObject(TAKEN);
  expect(await seatsTaken()).toBe(before + 1);
  const again = await register({ ...late, userName: `${late.userName}.2` });
  expect(await typesIn(userStream.name(again.userId))).toEqual(['UserRegistered']);
});

it('undoes a change of an e-mail address that another account has taken', async () => {
  const email = `${randomUUID()}@example.org`;
  const { userId } = await register(someone());
  await platform.settled();
  const former = (await admin.get<User>(`/users/${userId}`)).body.email;
  suspendAppend(userStream.name(userId), () => register({ ...someone(), email }));
  const { problem } = await admin.put(`/users/${userId}`, { email });
  expect(problem).toMatchObject({ ...TAKEN, errors: { Email: ['Email is already registered.'] } });
  expect((await typesIn(userStream.name(userId))).slice(1)).toEqual(['UserProfileChanged', 'UserProfileChanged']);
  await platform.settled();
  expect((await admin.get<User>(`/users/${userId}`)).body.email).toBe(former);
  expect(await platform.app.get(Claims).ownerOf('email', former)).toBe(userId);
});

it('undoes the creation of an organization whose name another one has taken', async () => {
  const name = `Orbit School ${randomUUID()}`;
  let winner!: Organization;
  suspendAppend('organization-', async () => {
    winner = (await admin.post<Organization>(`/organizations/${name}`)).body;
  });
  expect((await admin.post(`/organizations/${name}`)).problem).toMatchObject(TAKEN);
  await platform.settled();
  const { body } = await admin.get<Organization[]>('/organizations');
  expect(body.filter((organization) => organization.name === name).map(({ id }) => id)).toEqual([winner.id]);
});
