import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Body, Controller, Get, HttpException, Param, Post, Put, Query, StreamableFile } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import { z } from 'zod';
import { loadConfig } from '../../config.js';
import { OptionalId } from '../../contracts/primitives.contract.js';
import type { Problem } from '../../contracts/problem.contract.js';
import { DomainError } from '../domain-error.js';
import { VersionConflict } from '../eventsourcing/event-store.js';
import { type EventMetadata, LOG_START } from '../eventsourcing/message.js';
import { Limits } from './limits.decorator.js';
import { Context, type RequestContext } from './request-context.js';
import { type TestResponse, sendRequest } from './testing/send-request.js';
import { createTestHttpApplication, testConfig } from './testing/test-http-application.js';

const Thing = z.strictObject({ title: z.string().max(10), parts: z.array(z.strictObject({ maxScore: z.number() })) });
type Thing = z.infer<typeof Thing>;
const TOO_LARGE = 'Must be a multiple of 5 up to 5.';
const Search = z.strictObject({
  limit: z.coerce.number().max(5, TOO_LARGE).multipleOf(5, TOO_LARGE).default(5),
  campaignId: OptionalId,
});
const failures: Record<string, () => Error> = {
  rule: () => new DomainError('ALREADY_TAKEN', 'Taken.', 409, { UserName: ['Username is already taken.'] }),
  behind: () => new DomainError('UNAVAILABLE', 'Try again in a moment.', 503),
  throttled: () => new DomainError('TOO_MANY_REQUESTS', 'Slow down.', 429, undefined, 12.2),
  conflict: () => new VersionConflict('course-1', 3),
  database: () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  statement: () => Object.assign(new pg.DatabaseError('canceling statement', 10, 'error'), { code: '57014' }),
  bug: () => new TypeError('secret internals of table people_v1'),
  http: () => new HttpException('secret internals', 403),
};

const DOWNLOAD_DEADLINE_MS = 10;
/** Ends after the deadline, because timers run in order. */
async function* slowly() {
  yield 'first ';
  await delay(2 * DOWNLOAD_DEADLINE_MS);
  yield 'last';
}

@Controller('things')
class ThingsController {
  @Post()
  create(@Body({ schema: Thing }) body: Thing, @Context() context: RequestContext): object {
    context.recordPosition({ position: LOG_START });
    return { body, commandId: context.commandId, metadata: context.metadata };
  }

  @Post('large')
  @Limits({ bodyLimit: 256 * 1024 })
  large(@Body({ schema: z.string() }) body: string): object {
    return { length: body.length };
  }

  @Put('optional')
  optional(@Body({ schema: z.string().nullish() }) body: string | null | undefined): object {
    return { body: body ?? null };
  }

  @Get('search')
  search(@Query({ schema: Search }) query: object): object {
    return query;
  }

  @Get('failures/:kind')
  fail(@Param('kind') kind: string): never {
    throw failures[kind]!();
  }

  @Get('slow')
  @Limits({ deadlineMs: 50 })
  slow(): Promise<never> {
    return new Promise(() => undefined);
  }

  @Post('slow')
  @Limits({ deadlineMs: 50 })
  slowWithBody(@Body({ schema: Thing }) _body: Thing): Promise<never> {
    return new Promise(() => undefined);
  }

  @Get('stuck')
  @Limits({ deadlineMs: 50 })
  stuck(): StreamableFile {
    return new StreamableFile(new Readable({ read: () => undefined }), { type: 'text/csv' });
  }

  @Get('download')
  @Limits({ deadlineMs: DOWNLOAD_DEADLINE_MS })
  download(): StreamableFile {
    return new StreamableFile(Readable.from(slowly()));
  }

  @Get(':id')
  read(@Param('id', { schema: z.uuid() }) id: string): object {
    return { id };
  }
}

let app: NestFastifyApplication;
let web: string;

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'ready-room-web-'));
  await mkdir(join(web, 'assets'));
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Ready Room</title>');
  await writeFile(join(web, 'pages.json'), '{"/play":"pages/0.html","/gradebook/:sessionId":"pages/1.html"}');
  await mkdir(join(web, 'pages'));
  await writeFile(join(web, 'pages/0.html'), '<!doctype html><title>Play</title>');
  await writeFile(join(web, 'pages/1.html'), '<!doctype html><title>Class</title>');
  await writeFile(join(web, 'assets', 'main-abc123.js'), 'export {};');
  app = await createTestHttpApplication({ controllers: [ThingsController] }, testConfig({ trustedProxies: 1 }), web);
});

afterAll(async () => {
  await app.close();
  await rm(web, { recursive: true });
});

const json = (payload: string | Buffer, headers: Record<string, string> = {}) => ({
  method: 'POST',
  url: '/api/things',
  headers: { 'content-type': 'application/json', ...headers },
  payload,
});
const valid = JSON.stringify({ title: 'one', parts: [{ maxScore: 1 }] });
const problem = (response: TestResponse) => response.json<Problem>();
const created = (response: TestResponse) => response.json<{ commandId: string; metadata: EventMetadata }>();

describe('bodies', () => {
  it.each([
    ['broken JSON', '{"title":', 400, 'MALFORMED_REQUEST'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400, 'MALFORMED_REQUEST'],
    ['a __proto__ key', '{"__proto__":{"admin":true}}', 400, 'MALFORMED_REQUEST'],
    ['a constructor key', '{"title":"a","parts":[{"constructor":{"prototype":1}}]}', 400, 'MALFORMED_REQUEST'],
    ['NUL in a text', String.raw`{"title":"a\u0000b","parts":[]}`, 400, 'MALFORMED_REQUEST'],
    ['21 levels', '['.repeat(21) + ']'.repeat(21), 400, 'MALFORMED_REQUEST'],
    ['100 kB of brackets', '['.repeat(100_000), 400, 'MALFORMED_REQUEST'],
    ['1,001 entries', `[${'1,'.repeat(1_000)}1]`, 400, 'MALFORMED_REQUEST'],
    ['an unknown field', '{"title":"a","parts":[],"roles":["SystemAdmin"]}', 400, 'VALIDATION_FAILED'],
    ['a wrong type', '{"title":5,"parts":[]}', 400, 'VALIDATION_FAILED'],
    ['a bare string instead of an object', '"text"', 400, 'VALIDATION_FAILED'],
    ['a missing body', '', 400, 'VALIDATION_FAILED'],
    ['null', 'null', 400, 'VALIDATION_FAILED'],
    ['more than 100 kB', `"${'x'.repeat(102_400)}"`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('rejects %s', async (_name, payload, status, code) => {
    const response = await sendRequest(app, json(payload));
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(problem(response)).toMatchObject({ status, code, requestId: response.headers['x-request-id'] });
  });

  it.each([
    'text/plain',
    'application/csp-report',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('rejects media type %s', async (contentType) => {
    const response = await sendRequest(app, json(valid, { 'content-type': contentType }));
    expect(response.statusCode).toBe(415);
    expect(problem(response).code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('reports fields in PascalCase', async () => {
    const response = await sendRequest(app, json('{"title":"far too long a title","parts":[{"maxScore":"1"}],"x":1}'));
    expect(Object.keys(problem(response).errors!)).toEqual(['Title', 'Parts.0.MaxScore', 'X']);
  });

  it('reports a path parameter by its name', async () => {
    const response = await sendRequest(app, { url: '/api/things/none' });
    expect(problem(response)).toMatchObject({ status: 400, errors: { Id: [expect.any(String)] } });
  });

  it('reports a message once when several rules share it', async () => {
    const response = await sendRequest(app, { url: '/api/things/search?limit=7' });
    expect(problem(response).errors).toEqual({ Limit: [TOO_LARGE] });
  });

  it('treats a blank id in a query as absent', async () => {
    for (const query of ['', '?campaignId=']) {
      expect((await sendRequest(app, { url: `/api/things/search${query}` })).json()).toEqual({ limit: 5 });
    }
    expect((await sendRequest(app, { url: '/api/things/search?campaignId=none' })).statusCode).toBe(400);
  });

  it('accepts bare strings and empty bodies when the schema allows them', async () => {
    const put = { method: 'PUT', url: '/api/things/optional', headers: { 'content-type': 'application/json' } };
    expect((await sendRequest(app, { ...put, payload: '"handle"' })).json()).toEqual({ body: 'handle' });
    expect((await sendRequest(app, { ...put, payload: '' })).json()).toEqual({ body: null });
    expect((await sendRequest(app, { method: 'PUT', url: '/api/things/optional' })).json()).toEqual({ body: null });
  });

  it('allows a route to set a larger limit', async () => {
    const payload = `"${'x'.repeat(200_000)}"`;
    const response = await sendRequest(app, { ...json(payload), url: '/api/things/large' });
    expect(response.json()).toEqual({ length: 200_000 });
  });
});

describe('URLs', () => {
  it.each([
    ['a duplicate query key', 'GET', '/api/things/search?limit=1&limit=2', 400],
    ['an unknown query key', 'GET', '/api/things/search?other=1', 400],
    ['a query out of bounds', 'GET', '/api/things/search?limit=6', 400],
    ['a malformed id', 'GET', '/api/things/not-a-uuid', 400],
    ['NUL in the path', 'GET', '/api/things/%00', 400],
    ['a broken escape', 'GET', '/api/things/%zz', 400],
    ['a path parameter of 10 kB', 'GET', `/api/things/${'x'.repeat(10_000)}`, 400],
    ['an unknown path', 'GET', '/api/nothing/here', 404],
    ['the bare prefix', 'GET', '/api', 404],
    ['a method that the path does not support', 'DELETE', '/api/things/search', 405],
    ['TRACE', 'TRACE', '/api/things/search', 405],
    ['a change of a page', 'POST', '/instructor', 405],
  ])('rejects %s', async (_name, method, url, status) => {
    const response = await sendRequest(app, { method, url });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('lists the methods of a path in the Allow header', async () => {
    const response = await sendRequest(app, { method: 'PATCH', url: '/api/things' });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  });

  it('ignores method overrides', async () => {
    const response = await sendRequest(app, json(valid, { 'x-http-method-override': 'DELETE' }));
    expect(response.statusCode).toBe(201);
  });
});

describe('failures', () => {
  it.each([
    ['rule', 409, 'ALREADY_TAKEN'],
    ['behind', 503, 'UNAVAILABLE'],
    ['throttled', 429, 'TOO_MANY_REQUESTS'],
    ['conflict', 409, 'VERSION_CONFLICT'],
    ['database', 503, 'UNAVAILABLE'],
    ['statement', 503, 'UNAVAILABLE'],
    ['bug', 500, 'INTERNAL'],
    ['http', 403, 'FORBIDDEN'],
  ])('responds to %s with %d', async (kind, status, code) => {
    const response = await sendRequest(app, { url: `/api/things/failures/${kind}` });
    expect(response.statusCode).toBe(status);
    expect(problem(response)).toMatchObject({ status, code });
    expect(response.body).not.toContain('internals');
  });

  it('returns the fields of a rule and the time to wait', async () => {
    const rule = await sendRequest(app, { url: '/api/things/failures/rule' });
    expect(problem(rule)).toMatchObject({ title: 'Taken.', errors: { UserName: ['Username is already taken.'] } });
    const waits: Record<string, unknown> = {};
    for (const kind of ['throttled', 'behind', 'database']) {
      waits[kind] = (await sendRequest(app, { url: `/api/things/failures/${kind}` })).headers['retry-after'];
    }
    expect(waits).toEqual({ throttled: '13', behind: '2', database: '2' });
  });

  it.each([
    ['only a URL', { url: '/api/things/slow' }],
    ['a body', { ...json(valid), url: '/api/things/slow' }],
    [
      'a compressed response without a first byte',
      { url: '/api/things/stuck', headers: { 'accept-encoding': 'gzip' } },
    ],
  ])('responds with 503 after the deadline of a request with %s', async (_with, question) => {
    const response = await sendRequest(app, question);
    expect([response.statusCode, problem(response).code]).toEqual([503, 'UNAVAILABLE']);
    expect(response.headers).toMatchObject({ 'retry-after': '2' });
    expect(response.headers).not.toHaveProperty('content-encoding');
  });
});

it('completes a response that has started before its deadline', async () => {
  const response = await sendRequest(app, { url: '/api/things/download' });
  expect([response.statusCode, response.body]).toEqual([200, 'first last']);
});

describe('context and headers', () => {
  it('passes commands their context and returns the log position', async () => {
    const response = await sendRequest(
      app,
      json(valid, { 'x-request-id': 'client-chosen-id', 'x-forwarded-for': '203.0.113.9', 'idempotency-key': 'key-1' }),
    );
    const again = await sendRequest(app, json(valid, { 'idempotency-key': 'key-1' }));
    const other = await sendRequest(app, json(valid, { 'idempotency-key': 'key-2' }));
    expect(response.headers).toMatchObject({ 'x-request-id': 'client-chosen-id', 'x-log-position': '0.0.0' });
    expect(created(response).metadata).toMatchObject({
      actorId: 'anonymous',
      requestId: 'client-chosen-id',
      address: '203.0.113.9',
    });
    expect(created(again).commandId).toBe(created(response).commandId);
    expect(created(other).commandId).not.toBe(created(response).commandId);
  });

  it('trusts only the configured number of proxies', async () => {
    const response = await sendRequest(app, json(valid, { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }));
    expect(created(response).metadata.address).toBe('203.0.113.9');
  });

  it('replaces a request id that could forge a log line', async () => {
    const response = await sendRequest(app, json(valid, { 'x-request-id': 'a"b c' }));
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('rejects an idempotency key with spaces', async () => {
    expect((await sendRequest(app, json(valid, { 'idempotency-key': 'a b' }))).statusCode).toBe(400);
  });

  it('sends the security headers with every response, HSTS only over TLS', async () => {
    const plain = await sendRequest(app, { url: '/api/nothing' });
    expect(plain.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; report-uri /api/csp-reports",
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(plain.headers).not.toHaveProperty('strict-transport-security');
    expect(plain.headers).not.toHaveProperty('x-powered-by');
    const secure = await sendRequest(app, { url: '/', headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('pages', () => {
  it('caches hashed files permanently and serves the page for every path of the router', async () => {
    const asset = await sendRequest(app, { url: '/assets/main-abc123.js' });
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const url of ['/', '/instructor/gradebook/Orbit%201.0/Dock', '/index.html']) {
      const response = await sendRequest(app, { url });
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(response.body).toContain('<title>Ready Room</title>');
    }
  });

  it('serves the page that the web build generated for a path', async () => {
    const titles = ['/play', '/gradebook/1', '/gradebook/a/b', '/'].map(async (url) => {
      const { body, headers } = await sendRequest(app, { url });
      return [/<title>(.*)<\/title>/.exec(body)![1], headers['content-security-policy']!.includes('wasm')];
    });
    expect(await Promise.all(titles)).toEqual([
      ['Play', true],
      ['Class', false],
      ['Ready Room', false],
      ['Ready Room', false],
    ]);
  });

  it.each([
    '/assets/missing.js',
    '/unitybuild/missing.wasm',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
  ])('does not serve %s', async (url) => {
    const response = await sendRequest(app, { url });
    expect(response.body).not.toContain('root:');
    expect(response.body.includes('<title>') || response.statusCode === 404).toBe(true);
  });

  it.each(['/api/things/search', '/api/things/failures/bug', '/api/nothing', '/api/things/search?limit=9'])(
    'sends the server time with the response of %s',
    async (url) => {
      const sentAt = Date.now();
      const time = String((await sendRequest(app, { url })).headers['x-server-time']);
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Date.parse(time)).toBeGreaterThanOrEqual(sentAt);
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
    },
  );

  it('allows WebAssembly on the game’s page and sends no referrer from the reset page', async () => {
    const play = await sendRequest(app, { url: '/play' });
    expect(play.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
    const reset = await sendRequest(app, { url: '/reset-password?email=a&token=b' });
    expect(reset.headers['referrer-policy']).toBe('no-referrer');
  });

  it.each([
    ['off', "connect-src 'self';"],
    ['on', "connect-src 'self' https://udl.example;"],
  ])('serves the game’s page with UDL_DIRECT=%s and the policy: %s', async (direct, expected) => {
    const { game } = loadConfig({ UDL_API_URL: 'https://udl.example/v2', UDL_DIRECT: direct });
    const other = await createTestHttpApplication({ controllers: [] }, testConfig({ game }), web);
    const play = await sendRequest(other, { url: '/play' });
    await other.close();
    expect(play.headers['content-security-policy']).toContain(expected);
  });

  it('returns the settings of the web', async () => {
    const response = await sendRequest(app, { url: '/config.json' });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({ productName: 'Ready Room', version: '2.2.3' });
  });

  it('serves the API without a built web', async () => {
    const bare = await createTestHttpApplication({ controllers: [ThingsController] });
    expect((await sendRequest(bare, { url: '/' })).statusCode).toBe(404);
    expect((await sendRequest(bare, { url: '/api/things/search' })).statusCode).toBe(200);
    await bare.close();
  });
});

describe('documentation', () => {
  it('describes the routes from their schemas', async () => {
    const document = (await sendRequest(app, { url: '/api/docs-json' })).json();
    expect(document).toHaveProperty(
      ['paths', '/api/things', 'post', 'requestBody', 'content', 'application/json', 'schema', 'properties', 'title'],
      { type: 'string', maxLength: 10 },
    );
    expect((await sendRequest(app, { url: '/api/docs' })).body).toContain('swagger-ui-bundle.js');
    expect((await sendRequest(app, { url: '/api/docs/swagger-ui-bundle.js' })).statusCode).toBe(200);
  });

  it('is off in production', async () => {
    const production = await createTestHttpApplication({}, testConfig({ production: true }));
    expect((await sendRequest(production, { url: '/api/docs-json' })).statusCode).toBe(404);
    await production.close();
  });
});
