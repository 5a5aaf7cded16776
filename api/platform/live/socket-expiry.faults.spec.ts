import type { Socket } from 'socket.io-client';
import { AccessTokens, ACCESS_TOKEN_SECONDS } from '../auth/access-tokens.js';
import { CLOCK, type Clock } from '../clock.js';
import { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { closeAll, connected, openLive, watch } from './testing/live-client.js';

let platform: TestPlatform;
let organization: string;
let client: TestClient;
let aheadMs = 0;
/** Restores the platform's clock. */
let restore: () => void;
beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  const clock = platform.app.get<Clock>(CLOCK);
  const now = clock.now.bind(clock);
  clock.now = () => new Date(now().getTime() + aheadMs);
  restore = () => (clock.now = now);
});
afterAll(async () => {
  restore();
  await platform.stop();
});
beforeEach(async () => {
  client = await platform.person('Instructor', organization);
});
afterEach(() => {
  aheadMs = 0;
  closeAll();
});

/** The subject of the client's token. */
const session = () => platform.app.get(AccessTokens).read(client.token)!;
const open = async (token = client.token): Promise<{ socket: Socket; asked: () => number }> => {
  const { socket } = openLive(platform.url, token);
  let asked = 0;
  socket.on('expiring', () => (asked += 1));
  expect(await connected(socket)).toBe('connected');
  return { socket, asked: () => asked };
};
const goOnFor = (seconds: number): void => void (aheadMs += seconds * 1_000);

it('asks a socket to renew before its token expires, and closes it within 5 seconds after expiry', async () => {
  const { socket, asked } = await open();
  goOnFor(ACCESS_TOKEN_SECONDS - 30);
  await until(() => asked() === 1);
  expect(socket.connected).toBe(true);
  goOnFor(31);
  const began = performance.now();
  await until(() => !socket.connected);
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('keeps a socket open that sends a newer token of its sign-in session, from a browser or a native client', async () => {
  const tokens = platform.app.get(AccessTokens);
  for (const issue of [() => tokens.issueForSocket(session()), () => tokens.issue(session())]) {
    aheadMs = 0;
    const { socket, asked } = await open();
    goOnFor(ACCESS_TOKEN_SECONDS - 30);
    await until(() => asked() === 1);
    socket.emit('renew', { token: issue() });
    expect((await watch(socket, { topic: 'courses', id: 'all' })).ok).toBe(true);
    goOnFor(ACCESS_TOKEN_SECONDS - 30);
    await until(() => asked() === 2);
    expect(socket.connected).toBe(true);
  }
});

it('closes a socket that sends a token of another session, an old token or a malformed one', async () => {
  const other = await platform.person('Instructor', organization);
  const tokens = platform.app.get(AccessTokens);
  const { socket, asked } = await open();
  goOnFor(ACCESS_TOKEN_SECONDS - 30);
  await until(() => asked() === 1);
  socket.emit('renew', { token: tokens.issue(tokens.read(other.token, { allowExpired: true })!) });
  for (const token of [client.token, 'a.b.c', '', null]) socket.emit('renew', { token });
  goOnFor(31);
  await until(() => !socket.connected);
});

it('issues browsers a token that renews sockets but does not sign in', async () => {
  const { headers } = await fetch(`${platform.url}/api/auth/session/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: `rr-refresh=${client.refreshToken}`,
    },
    body: '""',
  });
  const token = headers.get('x-live-token')!;
  const withToken = await fetch(`${platform.url}/api/auth/session/roles`, { headers: { 'x-auth-token': token } });
  expect(withToken.status).toBe(401);
  const { socket } = openLive(platform.url, token);
  expect(await connected(socket)).toBe('unauthenticated');
});
