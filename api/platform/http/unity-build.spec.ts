import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ClientConfig } from '../../contracts/client-config.contract.js';
import { sendRequest } from './testing/send-request.js';
import { GameFolder, type Packed, PARTS, THREADED_MODULE } from './testing/game-folder.js';
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
/** Lets the server check the folder again. */
beforeEach(() => (clock.time += 1_000));

const described = async () => (await sendRequest(app, { url: '/config.json' })).json<ClientConfig>().unityBuild;
const versionOf = async () => new URL((await described()).files!.loader.url, 'http://build').searchParams.get('v');
const file = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequest(app, { method, url: `/unitybuild/${path}`, headers });

it('describes the build, and detects a replaced file within a second', async () => {
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

it('caches files permanently only under their current version', async () => {
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
])('serves files compressed as %s with the type of their content', async (packed, encoding) => {
  await folder.build('Small', packed, 'small');
  const headersOf = async (part: string) => {
    const { headers } = await file(`small/Small.${part}${packed}`);
    return [headers['content-type'], headers['content-encoding']];
  };
  // Safari does not unpack gzip of type application/octet-stream.
  const dataType = packed === '.gz' ? 'application/vnd.unity' : 'application/octet-stream';
  expect(await headersOf('data')).toEqual([dataType, encoding]);
  expect(await headersOf('framework.js')).toEqual(['text/javascript; charset=utf-8', encoding]);
  expect(await headersOf('wasm')).toEqual(['application/wasm', encoding]);
});

it('supports HEAD, conditional and range requests', async () => {
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

it.each(['Build.data', 'small/Small.data.gz'])(
  'confirms to the cache of a Unity loader that %s is current',
  async (path) => {
    await folder.build('Small', '.gz', 'small');
    const { 'last-modified': modified } = (await file(path)).headers;
    const asked = { 'if-modified-since': modified!, 'cache-control': 'no-cache', pragma: 'no-cache' };
    expect((await file(path, asked)).statusCode).toBe(304);
  },
);

it('resumes an interrupted download with a strong ETag, and sends the whole file when it has changed', async () => {
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
])('responds with 404 for "%s"', async (path) => {
  const response = await file(path);
  expect(response.body).not.toContain('secret');
  expect(response.body).not.toContain('settings');
  expect(response.statusCode).toBe(404);
});

describe('content of the game', () => {
  const STORED = gzipSync('{"level":1}');

  beforeAll(async () => {
    await folder.write('StreamingAssets/level.json.gz', STORED);
    await folder.write('StreamingAssets/page.html', '<script>alert(1)</script>');
    await folder.write('StreamingAssets/film.mp4', 'film');
    await folder.write('StreamingAssets/rocks.bundle', 'UnityFS');
  });

  it.each([
    ['level.json.gz', 'application/octet-stream'],
    ['page.html', 'text/plain; charset=utf-8'],
    ['film.mp4', 'video/mp4'],
    ['rocks.bundle', 'application/octet-stream'],
  ])('serves %s byte for byte as %s', async (name, type) => {
    const { headers, statusCode } = await file(`StreamingAssets/${name}`, { 'accept-encoding': 'gzip, br' });
    const { size } = await stat(join(folder.path, 'StreamingAssets', name));
    expect(headers['content-length']).toBe(String(size));
    expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([200, type, undefined]);
    const part = await file(`StreamingAssets/${name}`, { range: 'bytes=1-2' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 1-2/${size}`]);
  });

  it.each([
    ['br', '.br', 'gzip, deflate'],
    ['gzip', '.gz', 'gzip;q=0, br'],
  ] as const)('unpacks a build in %s for browsers that do not accept it', async (encoding, packed, accepted) => {
    await folder.build('Packed', packed, 'packed');
    const path = `packed/Packed.framework.js${packed}`;
    const { headers, body } = await file(path, { 'accept-encoding': accepted, range: 'bytes=0-3' });
    expect(body).toBe(String(PARTS['.framework.js']));
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers).not.toHaveProperty('content-encoding');
    for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range']) {
      expect(headers).not.toHaveProperty([name]);
    }
    const head = await file(path, { 'accept-encoding': accepted }, 'HEAD');
    expect([head.statusCode, head.headers.vary]).toEqual([200, 'accept-encoding']);
    const stored = await file(path, { 'accept-encoding': `${encoding}, deflate` });
    expect([stored.headers['content-encoding'], stored.headers.vary]).toEqual([encoding, 'accept-encoding']);
  });

  it('serves a .unityweb as stored, because the loader of the build unpacks it', async () => {
    await folder.build('Fallback', '.unityweb', 'fallback');
    const { headers, statusCode } = await file('fallback/Fallback.framework.js.unityweb', {
      'accept-encoding': 'gzip',
    });
    expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([
      200,
      'application/octet-stream',
      undefined,
    ]);
  });
});

describe('a folder that other builds are copied to', () => {
  const POLICY = 'content-security-policy';
  const EMBEDDER = 'cross-origin-embedder-policy';
  let other: GameFolder;
  let web: GameFolder;
  let platform: NestFastifyApplication;

  beforeAll(async () => {
    other = await GameFolder.make();
    web = await GameFolder.make();
    await web.write('index.html', '<!doctype html>');
    const settings = testConfig({ unityBuild: { folder: other.path, name: undefined } });
    platform = await createTestHttpApplication({}, settings, web.path, clock);
  });
  afterAll(async () => {
    await platform?.close();
    await Promise.all([other, web].map((each) => each.remove()));
  });
  const headersOf = async (url: string) => (await sendRequest(platform, { url })).headers;
  const build = async () => (await sendRequest(platform, { url: '/config.json' })).json<ClientConfig>().unityBuild;

  it('describes no build while the folder is empty', async () => {
    expect(await build()).toMatchObject({ files: null, needsIsolation: false });
    expect((await headersOf('/play'))[POLICY]).toContain("script-src 'self' 'wasm-unsafe-eval';");
  });

  it('encodes the file names of a build in URLs and serves them', async () => {
    await other.build('My game #1.0 100%', '.unityweb', 'Build');
    await other.write('index.html', 'streamingAssetsUrl: "Streaming Assets", productName: "My game"');
    const { files, ...page } = await build();
    expect(files!.code.url).toMatch(/^\/unitybuild\/Build\/My%20game%20%231.0%20100%25\.wasm\.unityweb\?v=\S{16}$/);
    expect(page).toMatchObject({ streamingAssetsUrl: '/unitybuild/Streaming%20Assets', productName: 'My game' });
    for (const each of Object.values(files!)) {
      if (each) expect((await headersOf(each.url))['content-length']).toBe(String(each.bytes));
    }
    expect((await headersOf(files!.code.url))['cache-control']).toContain('immutable');
  });

  it('allows blob scripts only on /play while the build unpacks itself', async () => {
    expect((await headersOf('/play'))[POLICY]).toContain("script-src 'self' 'wasm-unsafe-eval' blob:;");
    for (const url of ['/', '/unitybuild/index.html', '/config.json']) {
      expect((await headersOf(url))[POLICY]).not.toMatch(/script-src[^;]*blob:/);
    }
  });

  it.each(['https://elsewhere.example/assets', '../../secret', '/', ''])(
    'uses the default StreamingAssets folder when the page names "%s"',
    async (named) => {
      await other.write('index.html', `streamingAssetsUrl: "${named}"`);
      expect((await build()).streamingAssetsUrl).toBe('/unitybuild/StreamingAssets');
    },
  );

  it('isolates /play and the files of a build with threads', async () => {
    await other.write('Build/My game #1.0 100%.wasm.unityweb', gzipSync(THREADED_MODULE));
    expect((await build()).needsIsolation).toBe(true);
    for (const url of ['/play', '/unitybuild/index.html']) {
      expect((await headersOf(url))[EMBEDDER]).toBe('require-corp');
      expect((await headersOf(url))[POLICY]).toContain('wasm-unsafe-eval');
    }
    for (const url of ['/', '/config.json']) expect(await headersOf(url)).not.toHaveProperty([EMBEDDER]);
  });

  it('retries an unreadable build even when its sizes and times are the same', async () => {
    await other.clear();
    await other.build('Damaged', '.gz');
    const [path, good] = [join(other.path, 'Damaged.data.gz'), gzipSync('data')];
    const write = async (content: Buffer) => {
      await writeFile(path, content);
      await utimes(path, 1, 1);
    };
    await write(Buffer.alloc(good.length));
    expect((await build()).files).toBeNull();
    await write(good);
    clock.time += 1_000;
    expect((await build()).files?.data.bytes).toBe('data'.length);
  });

  it('ends the isolation with the next build', async () => {
    await other.clear();
    await other.build('Plain');
    expect((await build()).needsIsolation).toBe(false);
    const { [POLICY]: policy, [EMBEDDER]: embedder } = await headersOf('/play');
    expect([policy?.includes("script-src 'self' 'wasm-unsafe-eval';"), embedder]).toEqual([true, 'unsafe-none']);
  });

  it('responds with 404 for every file that the folder does not contain', async () => {
    for (const path of ['Build/x.data', 'StreamingAssets/x', 'index.html', '']) {
      expect((await sendRequest(platform, { url: `/unitybuild/${path}` })).statusCode).toBe(404);
    }
  });
});
