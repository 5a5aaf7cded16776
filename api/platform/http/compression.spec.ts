import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestHttpApplication, testConfig } from './testing/test-http-application.js';

const ROWS = Array.from({ length: 100 }, (_, index) => ({ username: `student${index}`, points: index }));
const SCRIPT = 'console.log("ready");\n'.repeat(100);
const ALL = 'gzip, deflate, br';

@Controller()
class AnswersController {
  @Get('rows')
  rows(): object {
    return ROWS;
  }

  @Get('small')
  small(): object {
    return ROWS.slice(0, 2);
  }

  @Get('rows.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  text(): StreamableFile {
    return new StreamableFile(Buffer.from(SCRIPT));
  }

  @Get('rows.xlsx')
  workbook(): StreamableFile {
    return new StreamableFile(Buffer.from(SCRIPT));
  }

  @Get(['auth/session', 'users/passwordResets/:id', 'users/accessCodes', 'payments/register-and-pay'])
  secret(): object {
    return ROWS;
  }
}

let folder: string;
let app: NestFastifyApplication;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-room-compressed-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'game'));
  for (const name of ['assets/page.js', 'game/Game.loader.js', 'index.html', 'assets/old.js']) {
    await writeFile(join(folder, name), SCRIPT);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, `${name}.gz`), gzipSync(SCRIPT));
  }
  for (const ending of ['.br', '.gz']) await utimes(join(folder, `assets/old.js${ending}`), 1, 1);
  await writeFile(join(folder, 'assets/bare.css'), 'body {}');
  const config = testConfig({ unityBuild: { folder: join(folder, 'game'), name: undefined } });
  app = await createTestHttpApplication({ controllers: [AnswersController] }, config, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function get(path: string, encodings: string, headers: Record<string, string> = {}) {
  const response = await fetch((await app.getUrl()) + path, { headers: { 'accept-encoding': encodings, ...headers } });
  const sent = ['content-encoding', 'content-type', 'vary'].map((name) => response.headers.get(name));
  return { status: response.status, headers: response.headers, sent, text: await response.text() };
}

describe('responses', () => {
  it.each([
    ['br', ALL],
    ['gzip', 'gzip'],
    [null, 'identity'],
    [null, 'br;q=0, gzip;q=0'],
  ])('use the encoding %s for a client that accepts %s', async (encoding, accepted) => {
    const { sent, text } = await get('/api/rows', accepted);
    expect(sent[0]).toBe(encoding);
    expect(JSON.parse(text)).toEqual(ROWS);
  });

  it('compress streams of text but no other streams', async () => {
    const csv = await get('/api/rows.csv', ALL);
    expect([csv.sent[0], csv.text]).toEqual(['br', SCRIPT]);
    expect((await get('/api/rows.xlsx', ALL)).sent[0]).toBeNull();
  });

  it.each([
    '/api/small',
    '/api/auth/session',
    '/api/users/passwordResets/1',
    '/api/users/accessCodes',
    '/api/payments/register-and-pay',
  ])('are never compressed: %s', async (path) => {
    const { status, sent } = await get(path, ALL);
    expect([status, sent[0]]).toEqual([200, null]);
  });
});

describe('files', () => {
  it.each([
    ['/assets/page.js', 'application/javascript; charset=utf-8'],
    ['/', 'text/html; charset=utf-8'],
    ['/instructor', 'text/html; charset=utf-8'],
  ])('%s is sent in the smallest form that the client accepts', async (path, type) => {
    for (const [encoding, accepted] of [
      ['br', ALL],
      ['gzip', 'gzip'],
      [null, 'identity'],
    ] as const) {
      const { sent, text } = await get(path, accepted);
      expect(sent).toEqual([encoding, type, 'accept-encoding']);
      expect(text).toBe(SCRIPT);
    }
  });

  it('of an operator’s build are sent as stored', async () => {
    const { status, sent, headers } = await get('/unitybuild/Game.loader.js', ALL);
    expect([status, ...sent]).toEqual([200, null, 'text/javascript; charset=utf-8', null]);
    expect(headers.get('content-length')).toBe(String(SCRIPT.length));
    expect(headers.get('etag')).toMatch(/^"/);
  });

  it('of the training build are sent in the smallest form that the client accepts', async () => {
    const training = await createTestHttpApplication({ controllers: [] }, testConfig(), folder);
    const response = await fetch(`${await training.getUrl()}/unitybuild/Build.loader.js`, {
      headers: { 'accept-encoding': ALL },
    });
    await response.text();
    await training.close();
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
  });

  it('have a different ETag in each form', async () => {
    const [packed, plain] = [await get('/assets/page.js', 'br'), await get('/assets/page.js', 'identity')];
    const tag = packed.headers.get('etag')!;
    expect(plain.headers.get('etag')).not.toBe(tag);
    expect((await get('/assets/page.js', 'br', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/assets/page.js', 'identity', { 'if-none-match': tag })).status).toBe(200);
  });

  it('are sent uncompressed when the compressed copy is missing or older', async () => {
    expect((await get('/assets/bare.css', ALL)).sent).toEqual([null, 'text/css; charset=utf-8', null]);
    expect((await get('/assets/old.js', ALL)).sent).toEqual([null, 'application/javascript; charset=utf-8', null]);
  });
});
