import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { Controller, Get, Post } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '../../contracts/problem.contract.js';
import { POOL } from '../database/pool.js';
import { CurrentActor } from '../http/request-context.js';
import { sendRequest } from '../http/testing/send-request.js';
import { Authenticated, Public, Roles, STAFF } from './access.decorator.js';
import { AccessTokens } from './access-tokens.js';
import type { Actor } from './actor.js';
import { LastActive } from './last-active.js';
import { RefreshFamilies } from './refresh-families.js';
import { SigningKeys } from './signing-keys.js';
import { SocketAuthentication } from './socket-authentication.js';
import { createTestEngine, signedIn, startSession, type TestEngine, TestRights } from './testing/test-engine.js';

@Controller('guarded')
class GuardedController {
  @Get('public')
  @Public()
  open(): object {
    return {};
  }

  @Get()
  @Authenticated()
  read(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @Post()
  @Authenticated()
  change(): object {
    return {};
  }

  @Get('staff')
  @Roles(...STAFF)
  staff(): object {
    return {};
  }
}

const url = '/api/guarded';
const rights = new TestRights();
let platform: TestEngine;
let app: NestFastifyApplication;
let userId: string;

beforeAll(async () => {
  platform = await createTestEngine({
    controllers: [GuardedController],
    rights,
    config: { trustedProxies: 1, appUrl: 'https://academy.example/' },
  });
  app = platform.app;
});
afterAll(() => platform.close());
beforeEach(() => {
  userId = uuidv7();
  rights.set({ userId, role: 'User' });
});

const statusOf = async (headers: Record<string, string>, path = url) =>
  (await sendRequest(app, { url: path, headers })).statusCode;
/** Repeats the request until it is answered with this status, because rights are cached for a second. */
async function untilStatus(expected: number, headers: Record<string, string>): Promise<number> {
  const deadline = Date.now() + 3_000;
  for (;;) {
    const status = await statusOf(headers);
    if (status === expected || Date.now() > deadline) return status;
  }
}

describe('tokens', () => {
  const jwt = new JwtService({});
  const key = () => app.get(SigningKeys).current;
  const header = () => app.get(SigningKeys).header;
  let familyId: string;
  let seconds: number;
  beforeEach(async () => {
    familyId = (await startSession(app, userId)).familyId;
    seconds = Math.floor(Date.now() / 1_000);
  });
  const payload = (changes: object = {}) => ({
    sub: userId,
    family: familyId,
    iss: 'ready-room',
    aud: 'ready-room-api',
    iat: seconds,
    exp: seconds + 300,
    ...changes,
  });
  const sign = (changes: object = {}, headerChanges: object = {}) =>
    jwt.sign(payload(changes), { privateKey: key(), header: { ...header(), ...headerChanges } });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('accepts a valid token in either header', async () => {
    expect(await statusOf({ 'x-auth-token': sign() })).toBe(200);
    expect(await statusOf({ authorization: `Bearer ${sign()}` })).toBe(200);
    expect(app.get(AccessTokens).issue({ userId, familyId }).split('.')[0]).toBe(sign().split('.')[0]);
  });

  it.each<[string, () => string]>([
    ['a request without a token', () => ''],
    ['a handle', () => familyId],
    ['an expired token', () => sign({ exp: seconds - 1 })],
    [
      'a token without an expiry',
      () => {
        const { exp: _exp, ...endless } = payload();
        return jwt.sign(endless, { privateKey: key(), header: header() });
      },
    ],
    ['a token that is not valid yet', () => sign({ nbf: seconds + 60 })],
    ['another issuer', () => sign({ iss: 'elsewhere' })],
    ['another audience', () => sign({ aud: 'elsewhere' })],
    ['another type', () => sign({}, { typ: 'JWT' })],
    ['an unknown key id', () => sign({}, { kid: 'f00f00f00f00f00f' })],
    ['a header that refers to a foreign key', () => sign({}, { jku: 'https://evil.example/keys' })],
    ['no algorithm', () => `${encode({ ...header(), alg: 'none' })}.${encode(payload())}.`],
    ['no signature under a valid header', () => `${encode(header())}.${encode(payload())}.`],
    [
      'another HMAC',
      () => jwt.sign(payload(), { privateKey: key(), algorithm: 'HS512', header: { ...header(), alg: 'HS512' } }),
    ],
    [
      'an RSA signature',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return jwt.sign(payload(), { privateKey, algorithm: 'RS256', header: { ...header(), alg: 'RS256' } });
      },
    ],
    [
      'a guessed key',
      () => jwt.sign(payload(), { privateKey: createSecretKey(Buffer.from('guess'.repeat(10))), header: header() }),
    ],
    ['a changed payload', () => sign().replace(/\.[^.]+\./, `.${encode(payload({ sub: uuidv7() }))}.`)],
    ['the family of another person', () => sign({ sub: uuidv7() })],
    ['an unknown family', () => sign({ family: uuidv7() })],
    ['a subject that is not an id', () => sign({ sub: "' or 1=1" })],
    ['no family', () => sign({ family: undefined })],
    ['a malformed token', () => 'a.b.c'],
  ])('answers %s with 401', async (_name, make) => {
    const answer = await sendRequest(app, { url, headers: { 'x-auth-token': make() } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json<Problem>().code).toBe('UNAUTHENTICATED');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('passes the actor to handlers', async () => {
    rights.set({ userId, role: 'Instructor', username: 'grace', organizationId: familyId });
    const answer = await sendRequest(app, { url, headers: { 'x-auth-token': sign() } });
    expect(answer.json()).toEqual({
      userId,
      username: 'grace',
      role: 'Instructor',
      roles: ['Instructor'],
      organizationId: familyId,
      familyId,
    });
  });
});

describe('rights', () => {
  it('allows all callers on public routes, and only the declared roles on others', async () => {
    expect(await statusOf({}, `${url}/public`)).toBe(200);
    const player = await signedIn(app, userId);
    const refused = await sendRequest(app, { url: `${url}/staff`, headers: player });
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([403, 'FORBIDDEN']);
    const staffId = uuidv7();
    rights.set({ userId: staffId, role: 'Instructor' });
    expect(await statusOf(await signedIn(app, staffId), `${url}/staff`)).toBe(200);
  });

  it('applies changed rights within two seconds', async () => {
    const headers = await signedIn(app, userId);
    expect(await statusOf(headers)).toBe(200);
    rights.set({ userId, canPlay: false });
    expect(await untilStatus(401, headers)).toBe(401);
    rights.set({ userId, canPlay: true });
    expect(await untilStatus(200, headers)).toBe(200);
  });

  it('loads rights in batches for many requests', async () => {
    const headers = await signedIn(app, userId);
    const before = rights.loads;
    const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(headers)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(rights.loads - before).toBeLessThan(10);
  });

  it('answers 503 and not 401 while rights cannot be loaded', async () => {
    const headers = await signedIn(app, userId);
    rights.failure = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    expect(await statusOf(headers)).toBe(503);
    rights.failure = undefined;
    expect(await statusOf(headers)).toBe(200);
  });

  it('records the last activity of a person', async () => {
    await statusOf(await signedIn(app, userId));
    await app.get(LastActive, { strict: false }).flush();
    const { rows } = await app.get(POOL).query('select active_at from plain.last_active where user_id = $1', [userId]);
    expect(rows).toEqual([{ active_at: platform.clock.now() }]);
  });
});

describe('cookies', () => {
  const change = async (headers: Record<string, string>) => {
    const token = (await signedIn(app, userId))['x-auth-token'];
    const host = 'room.example:3000';
    const answer = await sendRequest(app, {
      method: 'POST',
      url,
      headers: { host, cookie: `rr-access=${token}`, ...headers },
    });
    return answer.json<Partial<Problem>>().code ?? answer.statusCode;
  };

  it.each([
    ['a page of the platform', { 'sec-fetch-site': 'same-origin' }, 201],
    ['the origin of the Host header', { origin: 'http://room.example:3000' }, 201],
    ['the origin of APP_URL', { origin: 'https://academy.example' }, 201],
    [
      'a foreign origin with a matching X-Forwarded-Host',
      { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
      'CROSS_SITE_REQUEST',
    ],
    ['a foreign page', { 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE_REQUEST'],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }, 'CROSS_SITE_REQUEST'],
    ['a foreign origin', { origin: 'http://evil.example' }, 'CROSS_SITE_REQUEST'],
    ['another port', { origin: 'http://room.example:3001' }, 'CROSS_SITE_REQUEST'],
    ['an opaque origin', { origin: 'null' }, 'CROSS_SITE_REQUEST'],
    ['a request without both headers', {}, 'CROSS_SITE_REQUEST'],
  ])('accepts changes only from its own site: %s', async (_name, headers, expected) => {
    expect(await change(headers as Record<string, string>)).toBe(expected);
  });

  it('allows reads by cookie from any page, and changes by header from any page', async () => {
    const headers = await signedIn(app, userId);
    const cookie = `rr-access=${headers['x-auth-token']}`;
    expect(await statusOf({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(200);
    const answer = await sendRequest(app, {
      method: 'POST',
      url,
      headers: { ...headers, origin: 'http://evil.example' },
    });
    expect(answer.statusCode).toBe(201);
  });

  it('rejects the cookie of HTTPS over plain HTTP', async () => {
    const token = (await signedIn(app, userId))['x-auth-token'];
    expect(await statusOf({ cookie: `__Host-rr-access=${token}` })).toBe(401);
  });
});

describe('sockets', () => {
  const host = 'room.example';
  const authenticate = (headers: Record<string, string>, token?: unknown) =>
    app.get(SocketAuthentication).authenticate({ headers: { host, ...headers }, token });

  it('authenticates browsers by cookie and native clients by token', async () => {
    const { 'x-auth-token': token } = await signedIn(app, userId);
    const origin = `https://${host}`;
    for (const cookie of [`__Host-rr-access=${token}`, `rr-access=${token}`]) {
      expect(await authenticate({ origin: 'https://academy.example', cookie })).toMatchObject({ kind: 'signed-in' });
      expect(await authenticate({ origin, cookie })).toMatchObject({ kind: 'signed-in', actor: { userId } });
    }
    expect(await authenticate({}, token)).toMatchObject({ kind: 'signed-in', actor: { userId } });
  });

  it('refuses foreign pages and invalid tokens, and treats a socket without a token as anonymous', async () => {
    const { 'x-auth-token': token } = await signedIn(app, userId);
    expect(await authenticate({ origin: 'https://evil.example', cookie: `rr-access=${token}` })).toEqual({
      kind: 'refused',
    });
    const forwarded = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
    expect(await authenticate({ ...forwarded, cookie: `rr-access=${token}` })).toEqual({ kind: 'refused' });
    expect(await authenticate({}, `${token}x`)).toEqual({ kind: 'refused' });
    expect(await authenticate({ origin: `https://${host}` })).toEqual({ kind: 'anonymous' });
    expect(await authenticate({}, { $ne: '' })).toEqual({ kind: 'anonymous' });
  });

  it('detects at a later check that the sign-in session has ended', async () => {
    const verdict = await authenticate({}, (await signedIn(app, userId))['x-auth-token']);
    if (verdict.kind !== 'signed-in') throw new Error('not signed in');
    const { actor } = verdict;
    expect(await app.get(SocketAuthentication).recheck(actor)).toEqual(actor);
    await app.get(RefreshFamilies).end(actor.familyId, 'test');
    const deadline = Date.now() + 3_000;
    let last: Actor | null = actor;
    while (last && Date.now() < deadline) {
      await new Promise(setImmediate);
      last = await app.get(SocketAuthentication).recheck(actor);
    }
    expect(last).toBeNull();
  });
});
