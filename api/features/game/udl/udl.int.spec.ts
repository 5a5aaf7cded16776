import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../../config.js';
import type { StartupArguments } from '../../../contracts/game.contract.js';
import type { Group } from '../../../contracts/group.contract.js';
import type { User } from '../../../contracts/user.contract.js';
import { sendRequest, type TestResponse } from '../../../platform/http/testing/send-request.js';
import { testConfig } from '../../../platform/http/testing/test-http-application.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';

/** A request as received by the data library. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const REAL = `Basic ${Buffer.from('reader:the real password').toString('base64')}`;
const seen: Seen[] = [];
let library: Server;
let respond: RequestListener;
let platform: TestPlatform;
let member: TestClient;

const settings = (changes: Partial<Config['game']> = {}): Config['game'] => ({
  ...testConfig().game,
  udlApiUrl: `http://127.0.0.1:${(library.address() as AddressInfo).port}/v2`,
  udlUsername: 'reader',
  udlPassword: 'the real password',
  udlTimeoutMs: 500,
  ...changes,
});

beforeAll(async () => {
  library = createServer((request, response) => void record(request, response));
  await new Promise<void>((resolve) => void library.listen(0, '127.0.0.1', resolve));
  platform = await TestPlatform.start({ game: settings(), appUrl: 'https://ready-room.example' });
  member = await platform.person('User', await platform.organization());
});
afterAll(async () => {
  await platform.stop();
  library.closeAllConnections();
  await new Promise((resolve) => library.close(resolve));
});
beforeEach(() => {
  seen.length = 0;
  respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"satNo":25544}');
});

async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  seen.push({ method, url, headers, body: await text(request) });
  respond(request, response);
}

/** Returns the Basic credentials of the game: the username and password from its startup arguments. */
async function basicOf(client: TestClient): Promise<string> {
  const { udlUsername, udlPassword } = (await client.get<StartupArguments>('/game/startup')).body;
  return `Basic ${Buffer.from(`${udlUsername}:${udlPassword}`).toString('base64')}`;
}
interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string;
}
const send = async (path: string, { headers, ...rest }: Sent = {}, authorization?: string): Promise<TestResponse> =>
  sendRequest(platform.app, {
    url: `/api/udl/${path}`,
    headers: { authorization: authorization ?? (await basicOf(member)), ...headers },
    ...rest,
  });

it('gives the game the proxy route and a password of the player, never the real credentials', async () => {
  const { body } = await member.get<StartupArguments>('/game/startup');
  expect(body.udlApiURL).toBe('https://ready-room.example/api/udl');
  expect(body.udlUsername).toBe(body.userName);
  expect(JSON.stringify(body)).not.toContain('the real password');
});

it('adds the real credentials, and forwards no cookies, tokens or addresses', async () => {
  const { statusCode, headers, body } = await send('elset/current?epoch=now', {
    headers: {
      accept: 'application/json',
      cookie: 'rr-access=secret',
      'x-auth-token': member.token,
      'x-forwarded-for': '203.0.113.7',
      connection: 'x-odd',
      'x-odd': '1',
    },
  });
  expect([statusCode, body]).toEqual([200, '{"satNo":25544}']);
  expect(seen).toMatchObject([{ method: 'GET', url: '/v2/elset/current?epoch=now' }]);
  const { headers: got } = seen[0]!;
  expect(got).toMatchObject({ authorization: REAL, accept: 'application/json' });
  for (const name of ['cookie', 'x-auth-token', 'x-forwarded-for', 'x-odd', 'origin'])
    expect(got).not.toHaveProperty(name);
  expect(headers['content-type']).toBe('application/json');
});

it('prevents a response from acting as a page, setting cookies or loosening a policy', async () => {
  respond = (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'rr-access=stolen',
        'content-security-policy': "default-src *; script-src 'unsafe-inline'",
        'access-control-allow-origin': '*',
        'www-authenticate': 'Basic',
        location: 'https://evil.example',
        etag: '"1"',
      })
      .end('<script>alert(1)</script>');
  const { headers } = await send('page');
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    etag: '"1"',
  });
  for (const name of ['set-cookie', 'access-control-allow-origin', 'www-authenticate', 'location'])
    expect(headers).not.toHaveProperty(name);
});

it.each([
  ['application/json', '{"a":[1]}'],
  ['text/csv', 'a,b\r\n'],
])('forwards a body of %s unchanged', async (type, payload) => {
  respond = (_request, response) => response.writeHead(202).end();
  expect((await send('files', { method: 'POST', payload, headers: { 'content-type': type } })).statusCode).toBe(202);
  expect(seen).toMatchObject([{ method: 'POST', url: '/v2/files', body: payload }]);
  expect(seen[0]!.headers['content-type']).toBe(type);
});

it.each(['application/json', 'text/csv'])('rejects a body of %s above 1 MB', async (type) => {
  const payload = `"${'x'.repeat(1024 * 1024)}"`;
  const { statusCode } = await send('files', { method: 'POST', payload, headers: { 'content-type': type } });
  expect([statusCode, seen]).toEqual([413, []]);
});

it('supports HEAD, and rejects other methods', async () => {
  expect((await send('elset', { method: 'HEAD' })).statusCode).toBe(200);
  expect(seen).toMatchObject([{ method: 'HEAD' }]);
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await send('elset', { method })).statusCode).toBeGreaterThanOrEqual(404);
  expect(seen).toHaveLength(1);
});

it.each(['../admin', '%2e%2e/admin', '..%2fadmin', '/evil.example', '%5c%5cevil'])(
  'rejects the path %s, which leaves the configured path',
  async (path) => {
    const answer = await send(path);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()['title']).toMatch(/^The data library has no such address/);
    expect(seen).toEqual([]);
  },
);

it('follows no redirect to any target', async () => {
  respond = ({ url }, response) =>
    url === '/v2/secret' ? response.end('secret') : response.writeHead(302, { location: '/v2/secret' }).end();
  const answer = await send('elset');
  expect(answer.statusCode).toBe(502);
  expect(answer.json()).toMatchObject({
    code: 'UPSTREAM_FAILED',
    title: expect.stringContaining('redirects') as string,
  });
  expect(seen).toHaveLength(1);
});

it('reports rejected platform credentials without a sign-in prompt for the player', async () => {
  respond = (_request, response) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
  const answer = await send('elset');
  expect(answer.statusCode).toBe(502);
  expect(answer.headers).not.toHaveProperty('www-authenticate');
  expect(answer.json()['title']).toBe('The data library does not accept the credentials of this platform.');
});

it('times out when no response arrives', async () => {
  respond = () => undefined;
  const answer = await send('slow');
  expect([answer.statusCode, answer.json()['code']]).toEqual([504, 'UPSTREAM_TIMEOUT']);
});

it('aborts a response that does not end', async () => {
  respond = (_request, response) => void response.writeHead(200).write('begin');
  await expect(send('endless')).rejects.toThrow(/aborted|hang up/);
});

it('rejects a response with a declared length above 10 MB, and aborts one that exceeds it', async () => {
  const huge = Buffer.alloc(11 * 1024 * 1024, 'x');
  respond = (_request, response) => void response.writeHead(200, { 'content-length': huge.length }).end(huge);
  expect((await send('huge')).statusCode).toBe(502);
  respond = (_request, response) => {
    response.write(huge.subarray(0, 1024));
    response.end(huge);
  };
  await expect(send('huge')).rejects.toThrow(/aborted|hang up/);
});

it('allows six concurrent requests per player', async () => {
  respond = () => undefined;
  const basic = await basicOf(member);
  const statuses = await Promise.all(
    Array.from({ length: 7 }, async (_, index) => {
      await delay(index * 10);
      return (await send('slow', {}, basic)).statusCode;
    }),
  );
  expect(statuses.toSorted()).toEqual([429, 504, 504, 504, 504, 504, 504]);
});

describe('credentials', () => {
  it('rejects other credentials of the same player', async () => {
    for (const headers of [
      { 'x-auth-token': member.token },
      { authorization: `Bearer ${member.token}` },
      { cookie: `rr-access=${member.token}; __Host-rr-access=${member.token}`, 'sec-fetch-site': 'same-origin' },
      { authorization: `Basic ${Buffer.from(`x:${member.token}`).toString('base64')}` },
    ] as Record<string, string>[])
      expect((await sendRequest(platform.app, { url: '/api/udl/elset', headers })).statusCode).toBe(401);
    expect(seen).toEqual([]);
  });

  it('accepts the password only with the username of its player', async () => {
    const { body } = await member.get<StartupArguments>('/game/startup');
    const basic = `Basic ${Buffer.from(`root.admin:${body.udlPassword}`).toString('base64')}`;
    expect((await send('elset', {}, basic)).statusCode).toBe(401);
  });

  it('rejects the password of the game on other routes', async () => {
    const { udlPassword } = (await member.get<StartupArguments>('/game/startup')).body;
    for (const headers of [
      { 'x-auth-token': udlPassword },
      { authorization: `Bearer ${udlPassword}` },
      { authorization: await basicOf(member) },
      { cookie: `rr-access=${udlPassword}; __Host-rr-access=${udlPassword}` },
    ] as Record<string, string>[])
      expect((await sendRequest(platform.app, { url: '/api/game/startup', headers })).statusCode).toBe(401);
  });

  it.each([
    ['is disabled', (admin: TestClient, id: string) => admin.put(`/users/${id}/enabled`, { enabled: false })],
    ['is deleted', (admin: TestClient, id: string) => admin.delete(`/users/${id}`)],
    ['has the password reset', (admin: TestClient, id: string) => admin.post(`/users/passwordResets/${id}`)],
  ])('rejects the password once the account %s', async (_, change) => {
    const player = await platform.person('User', await platform.organization());
    const basic = await basicOf(player);
    expect((await send('elset', {}, basic)).statusCode).toBe(200);
    expect((await change(await platform.admin(), player.userId)).status).toBeLessThan(300);
    await platform.settled();
    const deadline = Date.now() + 15_000;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      await delay(100);
      status = (await send('elset', {}, basic)).statusCode;
    }
    expect(status).toBe(401);
  });

  it('accepts a player without an organization only during a running class', async () => {
    const player = await platform.person('Restricted', null);
    const basic = await basicOf(player);
    const refused = await send('elset', {}, basic);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()['title']).toMatch(/Join a class first/);
    const instructor = await platform.person('Instructor', null);
    const { course } = await platform.runningClass(instructor, null, [player]);
    expect((await send('elset', {}, basic)).statusCode).toBe(200);
    expect((await send('elset', {}, await basicOf(instructor))).statusCode).toBe(200);
    await instructor.delete(`/groups/${course.id}/activesession`);
    await platform.settled();
    expect((await send('elset', {}, basic)).statusCode).toBe(403);
  });

  it('rejects a player who has moved away from the organization of the running class', async () => {
    const organization = await platform.organization();
    const instructor = await platform.person('Instructor', organization);
    const player = await platform.person('User', organization);
    const { course } = await platform.runningClass(instructor, organization, [player]);
    const admin = await platform.admin();
    const { username } = (await admin.get<User>(`/users/${player.userId}`)).body;
    await admin.put(`/users/${player.userId}`, { organizationId: null });
    await until(async () => (await admin.get<Group>(`/groups/${course.id}`)).body.memberIds.length === 0);
    const moved = await platform.signIn(username);
    expect((await send('elset', {}, await basicOf(moved))).statusCode).toBe(403);
  });
});

it('returns 404 with a message when no data library is configured', async () => {
  const bare = await TestPlatform.start();
  try {
    const answer = await sendRequest(bare.app, { url: '/api/udl/elset' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()['title']).toContain('no data library');
    const { body } = await (await bare.admin()).get<StartupArguments>('/game/startup');
    expect(body).toMatchObject({ udlApiURL: '', udlUsername: '', udlPassword: '' });
  } finally {
    await bare.stop();
  }
});
