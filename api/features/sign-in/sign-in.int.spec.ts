import { jest } from '@jest/globals';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '../../contracts/problem.contract.js';
import type { RefreshResponse, SignInResponse } from '../../contracts/sign-in.contract.js';
import { AccessTokens } from '../../platform/auth/access-tokens.js';
import { Credentials } from '../../platform/auth/credentials.js';
import { POOL } from '../../platform/database/pool.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { LOG_START } from '../../platform/eventsourcing/message.js';
import { createTestEngine, type TestEngine, TestRights } from '../../platform/auth/testing/test-engine.js';
import { DomainError } from '../../platform/domain-error.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { type TestResponse, sendRequest } from '../../platform/http/testing/send-request.js';
import { CheckReset, type PendingReset } from '../password-resets/check-reset.command.js';
import { Identity } from './identity.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { SessionsModule } from './sessions/sessions.module.js';

const PASSWORD = 'correct horse 1!';
const SESSION = '/api/auth/session';
const PAGE = { 'sec-fetch-site': 'same-origin' };

/** Stand-in for resets, which have their own specs. */
@CommandHandler(CheckReset)
class NoResets implements ICommandHandler<CheckReset> {
  /** Results of the next checks; null once they are used up. */
  static answers: (PendingReset | null)[] = [];

  execute(): Promise<PendingReset | null> {
    return Promise.resolve(NoResets.answers.shift() ?? null);
  }
}

const rights = new TestRights();
let platform: TestEngine;
let app: NestFastifyApplication;
let userId: string;
let username: string;

beforeAll(async () => {
  platform = await createTestEngine({
    imports: [SessionsModule],
    providers: [NoResets],
    rights,
    config: { trustedProxies: 1 },
  });
  app = platform.app;
});
afterAll(() => platform.close());
beforeEach(async () => {
  userId = uuidv7();
  username = `Ada.${userId}`;
  rights.set({ userId, username });
  const claim = { kind: 'username', value: username, field: 'UserName', message: 'Taken.' };
  await app.get(Claims).reserve({ id: userId, stream: `user-${userId}` }, [claim]);
  await app.get(Claims).confirm(userId);
  await app.get(Credentials).create(userId, PASSWORD, platform.clock.now());
});

type Headers = Record<string, string>;
const send = (method: string, url: string, body?: unknown, headers: Headers = {}): Promise<TestResponse> =>
  sendRequest(app, {
    method,
    url,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
const signIn = (headers: Headers = {}, body: object = { username, password: PASSWORD }) =>
  send('POST', SESSION, body, headers);
const roles = (headers: Headers) => send('GET', `${SESSION}/roles`, undefined, headers);
const recordedOf = async () => {
  const events = await app.get<EventStore>(EVENT_STORE).readAll(LOG_START).next(1_000);
  const own = events.filter(({ data }) => (data as { userId?: string }).userId === userId);
  return own.map(({ type, stream, version }) => ({ type, stream, version }));
};
const eventsOf = async () => (await recordedOf()).map(({ type }) => type);
const codeOf = (answer: TestResponse) => answer.json<Problem>().code;

/** Returns the cookies that a browser would store. */
function jar(answer: TestResponse): Map<string, string> {
  return new Map(
    (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]!.split('=') as [string, string]),
  );
}
const cookieOf = (cookies: Map<string, string>, only?: string): Headers => ({
  cookie: [...cookies]
    .filter(([name]) => !only || name.endsWith(only))
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
});

describe('a native client', () => {
  it('receives the tokens themselves, and uses them in either header', async () => {
    const answer = await signIn();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.json<SignInResponse>()).toEqual({ id: userId, refreshToken: expect.any(String), canPlay: true });
    const token = answer.headers['x-auth-token'] as string;
    expect((await roles({ 'x-auth-token': token })).json()).toEqual(['User']);
    expect((await roles({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
    expect(await eventsOf()).toEqual(['SignInSucceeded']);
  });

  it('is recorded on a new stream each time, so that no stream grows', async () => {
    for (let times = 0; times < 3; times += 1) await signIn();
    const recorded = await recordedOf();
    expect(recorded.map(({ version }) => version)).toEqual([0, 0, 0]);
    expect(new Set(recorded.map(({ stream }) => stream)).size).toBe(3);
  });

  it('signs in with a user name in any case', async () => {
    expect((await signIn({}, { username: username.toUpperCase(), password: PASSWORD })).statusCode).toBe(200);
  });

  it('exchanges its refresh token, as a bare string or in an object', async () => {
    const first = (await signIn()).json<SignInResponse>().refreshToken;
    const second = await send('POST', `${SESSION}/token`, first);
    const secret = second.json<RefreshResponse>().refreshToken;
    expect(secret).not.toBe(first);
    expect((await roles({ 'x-auth-token': second.headers['x-auth-token'] as string })).statusCode).toBe(200);
    expect((await send('POST', `${SESSION}/token`, { refreshToken: secret })).statusCode).toBe(200);
  });

  it('is over after 12 hours without use, and after 7 days in any case', async () => {
    let secret = (await signIn()).json<SignInResponse>().refreshToken;
    const refresh = () => send('POST', `${SESSION}/token`, secret);
    for (let hours = 0; hours < 7 * 24 - 12; hours += 11) {
      platform.clock.advance(11 * 3_600);
      secret = (await refresh()).json<RefreshResponse>().refreshToken;
    }
    platform.clock.advance(12 * 3_600);
    expect((await refresh()).statusCode).toBe(401);
    secret = (await signIn()).json<SignInResponse>().refreshToken;
    platform.clock.advance(12 * 3_600 + 1);
    expect((await refresh()).statusCode).toBe(401);
  });
});

describe('a browser', () => {
  it('receives handles, and the tokens in HttpOnly cookies', async () => {
    const answer = await signIn(PAGE);
    const lines = answer.headers['set-cookie']!;
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/^rr-(access|refresh)=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(line.length).toBeLessThan(4_096);
    }
    const { refreshToken } = answer.json<SignInResponse>();
    expect(answer.headers['x-auth-token']).toBe(refreshToken);
    expect(answer.body).not.toContain(jar(answer).get('rr-refresh'));
    expect((await roles(cookieOf(jar(answer)))).json()).toEqual(['User']);
    expect((await roles({ 'x-auth-token': refreshToken })).statusCode).toBe(401);
  });

  it('receives prefixed Secure cookies over HTTPS, which accepts no others', async () => {
    const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', host: 'room.example' };
    const answer = await signIn({ ...tls, origin: 'https://room.example' });
    for (const line of answer.headers['set-cookie']!) expect(line).toMatch(/^__Host-rr-.*Path=\/.*Secure/);
    const cookies = jar(answer);
    expect((await roles({ ...tls, ...cookieOf(cookies) })).statusCode).toBe(200);
    const bare = { cookie: cookieOf(cookies).cookie!.replaceAll('__Host-', '') };
    expect((await roles({ ...tls, ...bare })).statusCode).toBe(401);
  });

  it('ends its earlier session when a user signs in again, and no other', async () => {
    const elsewhere = jar(await signIn(PAGE));
    const first = jar(await signIn(PAGE));
    const second = jar(await signIn({ ...PAGE, ...cookieOf(first, 'refresh') }));
    const refresh = async (cookies: Map<string, string>) =>
      (await send('POST', `${SESSION}/token`, undefined, { ...PAGE, ...cookieOf(cookies, 'refresh') })).statusCode;
    expect([await refresh(first), await refresh(second), await refresh(elsewhere)]).toEqual([401, 200, 200]);
    expect(await eventsOf()).toEqual(['SignInSucceeded', 'SignInSucceeded', 'SignInSucceeded', 'SignedOut']);
  });

  it('keeps its session when the password is wrong', async () => {
    const first = jar(await signIn(PAGE));
    const wrong = { username, password: 'something_else_1#' };
    expect((await signIn({ ...PAGE, ...cookieOf(first, 'refresh') }, wrong)).statusCode).toBe(400);
    expect((await roles(cookieOf(first))).statusCode).toBe(200);
  });

  it('refreshes by cookie and rejects the handle alone', async () => {
    const first = await signIn(PAGE);
    const handle = first.json<SignInResponse>().refreshToken;
    const refresh = (body: unknown, headers: Headers) =>
      send('POST', `${SESSION}/token`, body, { ...PAGE, ...headers });
    expect((await refresh(handle, {})).statusCode).toBe(401);
    expect((await send('POST', `${SESSION}/token`, handle)).statusCode).toBe(401);
    const second = await refresh(handle, cookieOf(jar(first), 'refresh'));
    expect(second.statusCode).toBe(200);
    expect(second.json<RefreshResponse>().refreshToken).toBe(handle);
    expect(jar(second).get('rr-refresh')).not.toBe(jar(first).get('rr-refresh'));
    expect((await roles(cookieOf(jar(second)))).statusCode).toBe(200);
  });

  it.each([
    ['signing in', 'POST', SESSION],
    ['refreshing', 'POST', `${SESSION}/token`],
    ['signing out', 'DELETE', SESSION],
  ])('rejects %s from a foreign page', async (_name, method, url) => {
    const cookies = cookieOf(jar(await signIn(PAGE)));
    const body = url === SESSION && method === 'POST' ? { username, password: PASSWORD } : undefined;
    for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, {}] as Headers[]) {
      const answer = await send(method, url, body, { ...cookies, ...foreign });
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'CROSS_SITE_REQUEST']);
    }
    expect((await roles(cookies)).statusCode).toBe(200);
  });
});

describe('reuse of a refresh secret', () => {
  it('is accepted within 20 seconds, as from a second tab, and ends the family later', async () => {
    const stolen = (await signIn()).json<SignInResponse>().refreshToken;
    const refresh = (secret: string) => send('POST', `${SESSION}/token`, secret);
    const tabs = await Promise.all([refresh(stolen), refresh(stolen)]);
    expect(tabs.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    platform.clock.advance(19);
    expect((await refresh(stolen)).statusCode).toBe(200);
    platform.clock.advance(2);
    expect((await refresh(stolen)).statusCode).toBe(401);
    for (const tab of tabs) {
      expect((await refresh(tab.json<RefreshResponse>().refreshToken)).statusCode).toBe(401);
      expect((await roles({ 'x-auth-token': tab.headers['x-auth-token'] as string })).statusCode).toBe(401);
    }
    expect(await eventsOf()).toEqual(['SignInSucceeded', 'RefreshTokenReused']);
  });

  it('keeps other sessions of the same user', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const secret = first.json<SignInResponse>().refreshToken;
    await send('POST', `${SESSION}/token`, secret);
    platform.clock.advance(21);
    expect((await send('POST', `${SESSION}/token`, secret)).statusCode).toBe(401);
    expect((await roles({ 'x-auth-token': second.headers['x-auth-token'] as string })).statusCode).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session immediately, is repeatable, and accepts any proof or none', async () => {
    const answer = await signIn(PAGE);
    const cookies = cookieOf(jar(answer));
    const out = await send('DELETE', SESSION, answer.json<SignInResponse>().refreshToken, { ...PAGE, ...cookies });
    expect([out.statusCode, out.headers['clear-site-data'], out.body]).toEqual([204, '"cache"', '']);
    for (const line of out.headers['set-cookie']!)
      expect(line).toMatch(/^rr-(access|refresh)=;.*Expires=Thu, 01 Jan 1970/);
    expect((await roles(cookies)).statusCode).toBe(401);
    expect((await send('POST', `${SESSION}/token`, undefined, { ...PAGE, ...cookies })).statusCode).toBe(401);
    expect((await send('DELETE', SESSION, undefined, { ...PAGE, ...cookies })).statusCode).toBe(204);
    expect((await send('DELETE', SESSION)).statusCode).toBe(204);
    const empty = await sendRequest(app, {
      method: 'DELETE',
      url: SESSION,
      headers: { 'content-type': 'application/json' },
    });
    expect(empty.statusCode).toBe(204);
    expect(await eventsOf()).toEqual(['SignInSucceeded', 'SignedOut']);
  });

  it.each<[string, (answer: TestResponse) => [unknown, Headers]]>([
    ['the refresh token in the body', (answer) => [answer.json<SignInResponse>().refreshToken, {}]],
    [
      'the access token in the header',
      (answer) => [undefined, { 'x-auth-token': String(answer.headers['x-auth-token']) }],
    ],
  ])('works for a native client with %s', async (_name, proof) => {
    const answer = await signIn();
    expect((await send('DELETE', SESSION, ...proof(answer))).statusCode).toBe(204);
    expect((await roles({ 'x-auth-token': answer.headers['x-auth-token'] as string })).statusCode).toBe(401);
  });

  it('works with an access token that has expired', async () => {
    const answer = await signIn();
    const familyId = app.get(AccessTokens).read(answer.headers['x-auth-token'] as string)!.familyId;
    const back = (platform.clock.now().getTime() - Date.now()) / 1_000 + 3_600;
    platform.clock.advance(-back);
    const expired = app.get(AccessTokens).issue({ userId, familyId });
    platform.clock.advance(back);
    expect((await roles({ 'x-auth-token': expired })).statusCode).toBe(401);
    expect((await send('DELETE', SESSION, undefined, { 'x-auth-token': expired })).statusCode).toBe(204);
    expect((await roles({ 'x-auth-token': answer.headers['x-auth-token'] as string })).statusCode).toBe(401);
  });
});

describe('a refusal', () => {
  it('is equal for a wrong password and an unknown name', async () => {
    const wrong = await signIn({}, { username, password: 'wrong horse 1!' });
    const unknown = await signIn({}, { username: 'nobody', password: 'wrong horse 1!' });
    const { requestId: _first, ...problem } = wrong.json<Problem>();
    const { requestId: _second, ...other } = unknown.json<Problem>();
    expect(problem).toEqual(other);
    expect(problem).toMatchObject({ status: 400, code: 'SIGN_IN_FAILED', title: 'Invalid username or password.' });
    expect(problem.errors).toEqual({ Password: ['Invalid username or password.'] });
  });

  it('reveals a disabled account only after the right password, without a session', async () => {
    rights.set({ userId, canPlay: false });
    expect((await signIn(PAGE, { username, password: 'wrong horse 1!' })).statusCode).toBe(400);
    const answer = await signIn(PAGE);
    expect(answer.json()).toEqual({ id: userId, refreshToken: '', canPlay: false });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).not.toHaveProperty('x-auth-token');
  });

  it('ends the session of a user who was disabled since', async () => {
    const secret = (await signIn()).json<SignInResponse>().refreshToken;
    rights.set({ userId, canPlay: false });
    expect((await send('POST', `${SESSION}/token`, secret)).statusCode).toBe(401);
    rights.set({ userId, canPlay: true });
    expect((await send('POST', `${SESSION}/token`, secret)).statusCode).toBe(401);
  });

  it('follows when the password was changed while it was being verified', async () => {
    const credentials = app.get(Credentials);
    const other = await credentials.hash('another horse 2!');
    jest.spyOn(app.get(Identity), 'canPlay').mockImplementationOnce(async () => {
      await credentials.replace(app.get<Pool>(POOL), userId, other, platform.clock.now());
      return true;
    });
    const answer = await signIn();
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'SIGN_IN_FAILED']);
    expect(answer.headers).not.toHaveProperty('x-auth-token');
    expect(await eventsOf()).toEqual([]);
  });

  it('follows when a reset was requested while the session began, and ends the session', async () => {
    NoResets.answers = [null, { proof: null }];
    const answer = await signIn();
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'PASSWORD_RESET_PENDING']);
    const { rows } = await app
      .get<Pool>(POOL)
      .query('select end_reason as reason from plain.refresh_families where user_id = $1', [userId]);
    expect(rows).toEqual([{ reason: 'reset-requested' }]);
    expect(await eventsOf()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['an unknown field', { username: 'a', password: 'b', roles: ['SystemAdmin'] }],
    ['an object for a password', { username: 'a', password: { $ne: '' } }],
    ['a missing password', { username: 'a' }],
    ['an overlong name', { username: 'a'.repeat(256), password: 'b' }],
    ['a bare string', 'username'],
    ['a list', [{ username: 'a', password: 'b' }]],
  ])('reports %s as invalid', async (_name, body) => {
    const answer = await send('POST', SESSION, body);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each<[string, unknown]>([
    ['a number', 5],
    ['another field', { token: 'x' }],
    ['600 characters', 'x'.repeat(600)],
  ])('rejects %s as a refresh token', async (_name, body) => {
    expect((await send('POST', `${SESSION}/token`, body)).statusCode).toBe(400);
  });

  it('follows for plain HTTP from another machine and names the remedy', async () => {
    const far = await signIn({ 'x-forwarded-for': '203.0.113.9' });
    expect([far.statusCode, codeOf(far)]).toEqual([403, 'PLAIN_HTTP_REFUSED']);
    expect(far.json<Problem>().title).toContain('ALLOW_PLAIN_HTTP');
    const proxied = await signIn({ host: 'room.example' });
    expect(codeOf(proxied)).toBe('PLAIN_HTTP_REFUSED');
  });
});

describe('throttling', () => {
  const tls = { 'x-forwarded-proto': 'https' };
  const from = (address: string, body: object = { username, password: 'wrong horse 1!' }) =>
    signIn({ ...tls, 'x-forwarded-for': address }, body);
  const right = () => ({ username, password: PASSWORD });

  it('returns 429 after 10 failures in 15 minutes, also for the right password, until they expire', async () => {
    await from('203.0.113.21', right());
    for (let n = 0; n < 10; n += 1) {
      expect((await from('203.0.113.20')).statusCode).toBe(400);
      platform.clock.advance(6);
    }
    const locked = await from('203.0.113.20', right());
    expect([locked.statusCode, codeOf(locked)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(locked.headers['retry-after'])).toBe(15 * 60 - 60);
    expect((await from('203.0.113.21', right())).statusCode).toBe(200);
    expect((await from('203.0.113.20', right())).statusCode).toBe(429);
    platform.clock.advance(15 * 60 - 60);
    expect((await from('203.0.113.20', right())).statusCode).toBe(200);
    expect(await eventsOf()).toEqual(['SignInSucceeded', 'SignInLocked', 'SignInSucceeded', 'SignInSucceeded']);
  });

  it('limits unknown addresses to ten guesses together, without locking out the owner', async () => {
    const [home, office] = ['203.0.113.60', '203.0.113.61'];
    for (const known of [home, office]) expect((await from(known, right())).statusCode).toBe(200);
    const answers = [];
    for (let n = 0; n < 15; n += 1) answers.push((await from(`198.51.100.${n % 5}`)).statusCode);
    expect(answers).toEqual([...Array<number>(10).fill(400), ...Array<number>(5).fill(429)]);
    expect((await from('198.51.100.77', right())).statusCode).toBe(429);
    expect((await from(home, right())).statusCode).toBe(200);
    expect((await from('198.51.100.0')).statusCode).toBe(429);

    for (let n = 0; n < 10; n += 1) expect((await from(home)).statusCode).toBe(400);
    expect((await from(home, right())).statusCode).toBe(429);
    expect((await from(office, right())).statusCode).toBe(200);
  });

  it('drops an address without a sign-in for 90 days', async () => {
    expect((await from('203.0.113.65', right())).statusCode).toBe(200);
    platform.clock.advance(90 * 24 * 3_600);
    for (let n = 0; n < 10; n += 1) await from('198.51.100.65');
    expect((await from('203.0.113.65', right())).statusCode).toBe(429);
  });

  it('limits a user to 60 sign-ins a minute, without recording a lock', async () => {
    const throttle = app.get(SignInThrottle);
    const attempt = { nameHmac: app.get(Identity).hmacOf(username), network: '203.0.113.70' };
    for (let n = 0; n < 60; n += 1) await throttle.succeed((await throttle.begin(attempt)).attemptId, attempt);
    platform.clock.advance(10);
    const refused = await from('203.0.113.71', right());
    expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBe(50);
    platform.clock.advance(50);
    expect((await from('203.0.113.71', right())).statusCode).toBe(200);
    expect(await eventsOf()).toEqual(['SignInSucceeded']);
  });

  it('counts parallel guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => from('203.0.113.30')));
    const refused = answers.filter(({ statusCode }) => statusCode === 429).length;
    expect(refused).toBe(10);
    expect((await from('203.0.113.30', right())).statusCode).toBe(429);
  });

  it('does not count attempts that were turned away because too many users sign in', async () => {
    const full = new DomainError('UNAVAILABLE', 'Too many people are signing in. Try again.', 503);
    const check = jest.spyOn(app.get(Credentials), 'check').mockRejectedValue(full);
    for (let n = 0; n < 12; n += 1) expect((await from('203.0.113.35', right())).statusCode).toBe(503);
    check.mockRestore();
    expect((await from('203.0.113.35', right())).statusCode).toBe(200);
  });

  it('resets failures after the right password', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) expect((await from('203.0.113.40')).statusCode).toBe(400);
      expect((await from('203.0.113.40', right())).statusCode).toBe(200);
    }
  });

  it('counts all addresses of an IPv6 network as one, and neighbours separately', async () => {
    expect((await from('2001:db8:1:2::1', right())).statusCode).toBe(200);
    const strangers = [];
    for (let n = 0; n < 11; n += 1) strangers.push((await from(`2001:db8:1:2::${n + 2}`)).statusCode);
    expect(strangers).toEqual([...Array<number>(10).fill(400), 429]);
    expect((await from('2001:db8:1:2:ffff::1', right())).statusCode).toBe(429);
    expect((await from('2001:db8:1:3::1', right())).statusCode).toBe(200);
  });

  it('ignores spoofed addresses and uses the one appended by the trusted proxy', async () => {
    for (let n = 0; n < 10; n += 1) await from(`198.51.100.${n}, 203.0.113.50`);
    expect((await from('198.51.100.99, 203.0.113.50', right())).statusCode).toBe(429);
  });
});
