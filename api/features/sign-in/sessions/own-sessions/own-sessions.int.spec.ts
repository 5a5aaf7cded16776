import { randomUUID } from 'node:crypto';
import type { SignInSession } from '../../../../contracts/own-account.contract.js';
import type { Problem } from '../../../../contracts/problem.contract.js';
import type { SignInResponse } from '../../../../contracts/sign-in.contract.js';
import type { User } from '../../../../contracts/user.contract.js';
import { RefreshFamilies } from '../../../../platform/auth/refresh-families.js';
import { closeAll, connected, openLive } from '../../../../platform/live/testing/live-client.js';
import { TestClient } from '../../../../testing/test-client.js';
import { TestPlatform } from '../../../../testing/test-platform.js';
import { until } from '../../../../testing/until.js';
import { userStream } from '../../../people/user.stream.js';

const PASSWORD = 'orbital_mechanics_7#';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

let platform: TestPlatform;
let root: TestClient;
let organization: string;
beforeAll(async () => {
  platform = await TestPlatform.start();
  root = await platform.admin();
  organization = await platform.organization();
});
afterAll(() => platform.stop());
afterEach(closeAll);

const sessionsOf = async (client: TestClient) => (await client.get<SignInSession[]>('/account/sessions')).body;
const nameOf = async ({ userId }: TestClient) => (await root.get<User>(`/users/${userId}`)).body.username;
const refreshed = async (client: TestClient) => (await client.post('/auth/session/token', client.refreshToken)).status;

async function signInAs(username: string, userAgent: string): Promise<TestClient> {
  const response = await fetch(`${platform.url}/api/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const { id, refreshToken } = (await response.json()) as SignInResponse;
  return new TestClient(platform.url, id, response.headers.get('x-auth-token')!, refreshToken);
}

it('lists the caller’s sessions with device, address and last activity', async () => {
  const client = await platform.person('User', organization);
  const laptop = await signInAs(await nameOf(client), FIREFOX);
  const sessions = await sessionsOf(laptop);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toEqual({
    id: expect.any(String),
    device: 'Firefox on Windows',
    address: '127.0.0.1',
    startedAt: expect.any(String),
    lastSeenAt: expect.any(String),
    current: true,
  });
  const [mine] = (await sessionsOf(client)).filter(({ current }) => current);
  expect(mine!.device).not.toBe('Firefox on Windows');
  await client.request('POST', '/auth/session/token', client.refreshToken, { 'user-agent': FIREFOX });
  expect((await sessionsOf(client)).map(({ device }) => device)).toEqual(['Firefox on Windows', 'Firefox on Windows']);
});

it('ends one session immediately, with its socket', async () => {
  const client = await platform.person('User', organization);
  const laptop = await signInAs(await nameOf(client), FIREFOX);
  const { socket } = openLive(platform.url, laptop.token);
  expect(await connected(socket)).toBe('connected');
  const { id } = (await sessionsOf(laptop)).find(({ current }) => current)!;
  expect((await client.delete(`/account/sessions/${id}`)).status).toBe(204);
  expect(await sessionsOf(client)).toHaveLength(1);
  expect((await laptop.get('/account')).status).toBe(401);
  expect(await refreshed(laptop)).toBe(401);
  await until(() => !socket.connected);
  expect((await client.delete(`/account/sessions/${id}`)).status).toBe(204);
});

it('does not find the session of another person', async () => {
  const [client, other] = [await platform.person('User', organization), await platform.person('User', organization)];
  const [otherSession] = await sessionsOf(other);
  expect((await client.delete(`/account/sessions/${otherSession!.id}`)).status).toBe(404);
  expect((await client.delete(`/account/sessions/${randomUUID()}`)).status).toBe(404);
  expect((await other.get('/account')).status).toBe(200);
});

it('signs the caller out everywhere', async () => {
  const client = await platform.person('User', organization);
  const laptop = await signInAs(await nameOf(client), FIREFOX);
  expect((await laptop.delete('/account/sessions')).status).toBe(204);
  expect([await refreshed(client), await refreshed(laptop)]).toEqual([401, 401]);
  expect((await laptop.get('/account')).status).toBe(401);
  const last = (await platform.store.readStream(userStream.name(client.userId))).at(-1)!;
  expect(last).toMatchObject({ type: 'SessionsEnded', data: { by: 'self' } });
});

it('lets administrators end the sessions of their users, who can sign in again', async () => {
  const admin = await platform.person('OrganizationAdmin', organization);
  const foreign = await platform.person('OrganizationAdmin', await platform.organization());
  const client = await platform.person('User', organization);
  const path = `/users/${client.userId}/sessions`;
  expect((await foreign.delete(path)).status).toBe(404);
  expect((await client.delete(path)).status).toBe(403);
  expect((await admin.delete(`/users/${root.userId}/sessions`)).status).toBe(404);
  expect(await refreshed(client)).toBe(200);
  expect((await admin.delete(path)).status).toBe(204);
  expect((await client.get('/account')).status).toBe(401);
  const event = (await platform.store.readStream(userStream.name(client.userId))).at(-1)!;
  expect(event).toMatchObject({
    type: 'SessionsEnded',
    data: { by: 'admin' },
    metadata: { actorId: admin.userId },
  });
  await platform.settled();
  const again = await platform.signIn(await nameOf(client));
  expect((await again.get('/account')).status).toBe(200);
});

it('takes effect immediately although the reactor ended the session first', async () => {
  const admin = await platform.person('OrganizationAdmin', organization);
  const client = await platform.person('User', organization);
  expect((await client.get('/account')).status).toBe(200);
  await platform.app.get(RefreshFamilies).endAllOf([client.userId], 'ended', new Date());
  expect((await admin.delete(`/users/${client.userId}/sessions`)).status).toBe(204);
  expect((await client.get('/account')).status).toBe(401);
});

describe('the refusal to renew a session', () => {
  const refusalOf = async (client: TestClient, secret = client.refreshToken) => {
    const { status, body } = await client.post<Problem>('/auth/session/token', secret);
    return [status, body.code, body.title];
  };
  const over = [401, 'UNAUTHENTICATED', 'Your session has ended. Sign in again.'];

  it.each<[string, (client: TestClient) => Promise<unknown>, string, string]>([
    [
      'the account was disabled',
      ({ userId }) => root.put(`/users/${userId}/enabled`),
      'ACCOUNT_DISABLED',
      'Your account is disabled. Please contact your administrator.',
    ],
    [
      'an administrator ended the session',
      ({ userId }) => root.delete(`/users/${userId}/sessions`),
      'SESSION_ENDED',
      'An administrator ended your session. Sign in again.',
    ],
    [
      'the owner ended the session',
      (client) => client.delete('/account/sessions'),
      'SESSION_ENDED',
      'You ended this session on another device. Sign in again.',
    ],
  ])('returns the reason to the holder of the secret after %s', async (_, end, code, title) => {
    const client = await platform.person('User', organization);
    await end(client);
    expect(await refusalOf(client)).toEqual([401, code, title]);
    await platform.settled();
    expect(await refusalOf(client)).toEqual([401, code, title]);
    expect(await refusalOf(client, 'x'.repeat(43))).toEqual(over);
  });

  it('returns the reason to the holder of the secret when the organization is unpaid', async () => {
    const unpaid = await platform.organization();
    const client = await platform.person('User', unpaid);
    await root.put(`/organizations/${unpaid}/status?isPaid=false`);
    await platform.settled();
    expect(await refusalOf(client)).toEqual([
      401,
      'ORGANIZATION_UNPAID',
      'The subscription of your organization is unpaid. Please contact your administrator.',
    ]);
    await root.put(`/organizations/${unpaid}/status?isPaid=true`);
    await platform.settled();
    expect(await refusalOf(client)).toEqual(over);
  });

  it('returns no reason once a disabled account is enabled again', async () => {
    const client = await platform.person('User', organization);
    await root.put(`/users/${client.userId}/enabled`, { enabled: false });
    expect((await refusalOf(client))[1]).toBe('ACCOUNT_DISABLED');
    await root.put(`/users/${client.userId}/enabled`, { enabled: true });
    await platform.settled();
    expect(await refusalOf(client)).toEqual(over);
  });

  it('returns no reason for a session that its owner signed out', async () => {
    const client = await platform.person('User', organization);
    await client.delete('/auth/session');
    expect(await refusalOf(client)).toEqual(over);
  });
});
