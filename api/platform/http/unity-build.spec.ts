import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from '../../contracts/client-config.contract.js';
import { ask } from './testing/ask.js';
import { GameFolder, type Packed, PARTS } from './testing/game-folder.js';
import { createTestHttpApplication, testConfig } from './testing/test-http-application.js';

const clock = { time: 0, now: () => new Date(clock.time) };
let folder: GameFolder;
let app: NestFastifyApplication;

beforeAll(async () => {
  folder = await GameFolder.make();
  await writeFile(join(folder.path, '../secret.txt'), 'secret');
  await folder.write('.hidden', 'secret');
  await folder.write('StreamingAssets/settings.json', '{}');
  await folder.build('Build');
  const unityBuild = { folder: folder.path, name: undefined };
  app = await createTestHttpApplication({}, testConfig({ unityBuild }), undefined, clock);
});
afterAll(async () => {
  await app?.close();
  await folder.remove();
});
/** The folder is looked at again. */
beforeEach(() => (clock.time += 1_000));

const described = async () => (await ask(app, { url: '/config.json' })).json<ClientConfig>().unityBuild;
const versionOf = async () => new URL((await described()).files!.loader.url, 'http://build').searchParams.get('v');
const file = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(app, { method, url: `/unitybuild/${path}`, headers });

it('describes the build, and sees within a second that a file was replaced', async () => {
  const version = await versionOf();
  expect(version).toMatch(/^\S{16}$/);
  const fileOf = (ending: string, bytes: number) => ({ url: `/unitybuild/Build${ending}?v=${version}`, bytes });
  expect(await described()).toEqual({
    files: {
      loader: fileOf('.loader.js', 45),
      data: fileOf('.data', PARTS['.data']!.length),
      framework: fileOf('.framework.js', PARTS['.framework.js']!.length),
      code: fileOf('.wasm', PARTS['.wasm']!.length),
      symbols: null,
      worker: null,
    },
    streamingAssetsUrl: '/unitybuild/StreamingAssets',
    companyName: '',
    productName: '',
    productVersion: '',
    needsIsolation: false,
  });
  await folder.write('Build.data', 'other data');
  expect(await versionOf()).toBe(version);
  clock.time += 1_000;
  expect(await versionOf()).not.toBe(version);
});

it('keeps files for good only under the version they have right now', async () => {
  const version = await versionOf();
  const cached = async (path: string) => (await file(path)).headers['cache-control'];
  expect(await cached(`Build.data?v=${version}`)).toBe('public, max-age=31536000, immutable');
  expect(await cached('Build.data?v=older')).toBe('no-cache');
  expect(await cached('Build.data?v=')).toBe('no-cache');
  expect(await cached('Build.data')).toBe('no-cache');
});

it.each([
  ['Build.loader.js', 'text/javascript; charset=utf-8'],
  ['Build.framework.js', 'text/javascript; charset=utf-8'],
  ['Build.wasm', 'application/wasm'],
  ['Build.data', 'application/octet-stream'],
  ['StreamingAssets/settings.json', 'application/json; charset=utf-8'],
])('serves %s as %s', async (path, type) => {
  const { headers, statusCode } = await file(path);
  expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([200, type, undefined]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it.each<[Packed, string]>([
  ['.gz', 'gzip'],
  ['.br', 'br'],
])('serves what is compressed as %s with the type of its content', async (packed, encoding) => {
  await folder.build('Small', packed, 'small');
  const headersOf = async (part: string) => {
    const { headers } = await file(`small/Small.${part}${packed}`);
    return [headers['content-type'], headers['content-encoding']];
  };
  expect(await headersOf('data')).toEqual(['application/octet-stream', encoding]);
  expect(await headersOf('framework.js')).toEqual(['text/javascript; charset=utf-8', encoding]);
  expect(await headersOf('wasm')).toEqual(['application/wasm', encoding]);
});

it('answers whether a file exists, whether it changed, and parts of it', async () => {
  const { headers, body, statusCode } = await file('Build.loader.js', {}, 'HEAD');
  expect([statusCode, headers['content-length'], body]).toEqual([200, '45', '']);
  const { etag, 'last-modified': modified } = headers;
  expect((await file('Build.loader.js', { 'if-none-match': etag! })).statusCode).toBe(304);
  expect((await file('Build.loader.js', { 'if-modified-since': modified! })).statusCode).toBe(304);
  const part = await file('Build.loader.js', { range: 'bytes=1-5' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'indow', 'bytes 1-5/45']);
  const beyond = await file('Build.loader.js', { range: 'bytes=99-' });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */45']);
  expect(beyond.headers['content-type']).toContain('application/problem+json');
});

it('resumes a cut download under a strong tag, and starts again when the file changed', async () => {
  const { etag } = (await file('Build.loader.js')).headers;
  expect(etag).toMatch(/^"/);
  const rest = await file('Build.loader.js', { range: 'bytes=40-', 'if-range': etag! });
  expect([rest.statusCode, rest.body]).toEqual([206, 'ined;']);
  const changed = await file('Build.loader.js', { range: 'bytes=40-', 'if-range': '"older"' });
  expect([changed.statusCode, changed.body.length]).toEqual([200, 45]);
});

it.each([
  '',
  'StreamingAssets',
  'StreamingAssets/',
  'missing.js',
  '.hidden',
  '../secret.txt',
  '%2e%2e/secret.txt',
  '..%2fsecret.txt',
])('has nothing at "%s"', async (path) => {
  const response = await file(path);
  expect(response.body).not.toContain('secret');
  expect(response.body).not.toContain('settings');
  expect(response.statusCode).toBe(404);
});
