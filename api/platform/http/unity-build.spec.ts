import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '../../config.js';
import type { ClientConfig } from '../../contracts/client-config.contract.js';
import { ask } from './testing/ask.js';
import { createTestHttpApplication, testConfig } from './testing/test-http-application.js';

let folder: string;
let app: NestFastifyApplication;

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'ready-room-unity-'));
  folder = join(parent, 'game');
  await mkdir(join(folder, 'StreamingAssets'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  await writeFile(join(folder, '.hidden'), 'secret');
  await writeFile(join(folder, 'StreamingAssets/settings.json'), '{}');
  await build('Build', '');
  const unityBuild = { folder, name: 'Build', compression: undefined };
  app = await createTestHttpApplication({}, testConfig({ unityBuild }));
});
afterAll(async () => {
  await app?.close();
  await rm(join(folder, '..'), { recursive: true });
});

/** The four files of a build; only the loader is never compressed. */
async function build(name: string, compression: '' | 'gz' | 'br'): Promise<void> {
  const packed = { '': (text: string) => text, gz: gzipSync, br: brotliCompressSync }[compression];
  const suffix = compression && `.${compression}`;
  await writeFile(join(folder, `${name}.loader.js`), `loader ${compression}`);
  for (const part of ['data', 'framework.js', 'wasm']) {
    await writeFile(join(folder, `${name}.${part}${suffix}`), packed(part));
  }
}

const told = async () => (await ask(app, { url: '/config.json' })).json<ClientConfig>().unityBuild;
const file = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(app, { method, url: `/unitybuild/${path}`, headers });

it('tells where the build lies, and another version as soon as another build lies there', async () => {
  const before = await told();
  expect(before).toEqual({
    path: '/unitybuild',
    name: 'Build',
    compression: '',
    version: expect.stringMatching(/^\S{16}$/),
  });
  await writeFile(join(folder, 'Build.data'), 'other data');
  expect((await told()).version).not.toBe(before.version);
});

it('keeps files for good only under the version they have right now', async () => {
  const { version } = await told();
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

it.each([
  ['gz', 'gzip'],
  ['br', 'br'],
] as const)('serves what is compressed as .%s with the type of what is in it', async (compression, encoding) => {
  await build(`Small-${compression}`, compression);
  const headersOf = async (part: string) => {
    const { headers } = await file(`Small-${compression}.${part}.${compression}`);
    return [headers['content-type'], headers['content-encoding']];
  };
  expect(await headersOf('data')).toEqual(['application/octet-stream', encoding]);
  expect(await headersOf('framework.js')).toEqual(['text/javascript; charset=utf-8', encoding]);
  expect(await headersOf('wasm')).toEqual(['application/wasm', encoding]);
});

it('answers whether a file is there, whether it is still the same, and parts of it', async () => {
  const { headers, body, statusCode } = await file('Build.wasm', {}, 'HEAD');
  expect([statusCode, headers['content-length'], body]).toEqual([200, '4', '']);
  const { etag, 'last-modified': modified } = headers;
  expect((await file('Build.wasm', { 'if-none-match': etag! })).statusCode).toBe(304);
  expect((await file('Build.wasm', { 'if-modified-since': modified! })).statusCode).toBe(304);
  const part = await file('Build.wasm', { range: 'bytes=1-2' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'as', 'bytes 1-2/4']);
  const beyond = await file('Build.wasm', { range: 'bytes=9-' });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */4']);
  expect(beyond.headers['content-type']).toContain('application/problem+json');
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

it('finds out how the files are compressed unless it is configured, and says when there are none', async () => {
  const settingsOf = (more: NodeJS.ProcessEnv) => loadConfig({ UNITY_BUILD_DIR: folder, ...more }).unityBuild;
  const describe = async (more: NodeJS.ProcessEnv) => {
    const other = await createTestHttpApplication({}, testConfig({ unityBuild: settingsOf(more) }));
    const { unityBuild } = (await ask(other, { url: '/config.json' })).json<ClientConfig>();
    await other.close();
    return [unityBuild.compression, unityBuild.version !== ''];
  };
  expect(await describe({ UNITY_BUILD_NAME: 'Small-br' })).toEqual(['br', true]);
  expect(await describe({ UNITY_BUILD_NAME: 'Small-br', UNITY_BUILD_COMPRESSION: 'none' })).toEqual(['', false]);
  expect(await describe({ UNITY_BUILD_NAME: 'Nothing' })).toEqual(['', false]);
});
