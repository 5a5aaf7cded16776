import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { GameFolder, PARTS, PLAIN_MODULE, THREADED_MODULE } from './testing/game-folder.js';
import { bytesOnPage, engineVersionOf, needsSharedMemory, packingOf } from './unity-contents.js';
import { importsSharedMemory } from './wasm-imports.js';

let folder: GameFolder;

beforeAll(async () => {
  folder = await GameFolder.make();
});
afterAll(() => folder.remove());

async function file(name: string, content: Buffer | string): Promise<string> {
  await folder.write(name, content);
  return join(folder.path, name);
}

/** Returns a Brotli stream as Unity writes it for its own loader: it begins with a text block. Block headers follow RFC 7932. */
function unityBrotli(content: Buffer): Buffer {
  const marker = Buffer.from('UnityWeb Compressed Content (brotli)');
  const metadata = (0b11 << 2) | (1 << 5) | ((marker.length - 1) << 7);
  const uncompressed = ((content.length - 1) << 3) | (1 << 19);
  const bits = (value: number, bytes: number) =>
    Array.from({ length: bytes }, (_, index) => (value >> (8 * index)) & 255);
  return Buffer.concat([
    Buffer.from(bits(metadata, 2)),
    marker,
    Buffer.from(bits(uncompressed, 3)),
    content,
    Buffer.from([3]),
  ]);
}

describe('shared memory', () => {
  it.each([
    ['a module with threads', THREADED_MODULE, true],
    ['a module without threads', PLAIN_MODULE, false],
    ['a module without imports', Buffer.concat([PLAIN_MODULE.subarray(0, 14), Buffer.from([3, 2, 1, 0])]), false],
    ['an empty module', PLAIN_MODULE.subarray(0, 8), false],
  ])('is detected in %s', async (_of, module, expected) => {
    expect(await needsSharedMemory(await file('a.wasm', module))).toBe(expected);
    expect(await needsSharedMemory(await file('a.wasm.gz', gzipSync(module)))).toBe(expected);
    expect(await needsSharedMemory(await file('a.wasm.br', brotliCompressSync(module)))).toBe(expected);
    expect(await needsSharedMemory(await file('a.wasm.unityweb', gzipSync(module)))).toBe(expected);
    expect(await needsSharedMemory(await file('b.wasm.unityweb', unityBrotli(module)))).toBe(expected);
  });

  it('is detected as soon as enough bytes are available', () => {
    for (let length = 0; length < THREADED_MODULE.length - 2; length++) {
      expect(importsSharedMemory(THREADED_MODULE.subarray(0, length))).toBeNull();
    }
    expect(importsSharedMemory(THREADED_MODULE)).toBe(true);
    expect(importsSharedMemory(PLAIN_MODULE)).toBe(false);
  });

  it('rejects a file that is not a WebAssembly module', async () => {
    const path = await file('pointer.wasm', 'version https://git-lfs.github.com/spec/v1');
    await expect(needsSharedMemory(path)).rejects.toThrow(`${path} is not a WebAssembly module: `);
    await expect(needsSharedMemory(await file('empty.wasm', ''))).rejects.toThrow('is not a WebAssembly module');
  });
});

it('detects the compression format of a file by its ending, of a .unityweb by its first bytes', async () => {
  expect(await packingOf('/nowhere/a.data.gz')).toBe('gzip');
  expect(await packingOf('/nowhere/a.data.br')).toBe('brotli');
  expect(await packingOf('/nowhere/a.data')).toBe('none');
  expect(await packingOf(await file('gzip.unityweb', gzipSync('data')))).toBe('gzip');
  expect(await packingOf(await file('brotli.unityweb', unityBrotli(PLAIN_MODULE)))).toBe('brotli');
  expect(await packingOf(await file('plain.unityweb', 'data'))).toBe('none');
});

it('counts the bytes that the page receives', async () => {
  const content = Buffer.alloc(300_000, 'abc');
  expect(await bytesOnPage(await file('a.data', content))).toBe(300_000);
  expect(await bytesOnPage(await file('a.data.gz', gzipSync(content)))).toBe(300_000);
  expect(await bytesOnPage(await file('a.data.br', brotliCompressSync(content)))).toBe(300_000);
  const packed = gzipSync(content);
  expect(await bytesOnPage(await file('a.data.unityweb', packed))).toBe(packed.length);
  await expect(bytesOnPage(await file('cut.data.gz', packed.subarray(0, 100)))).rejects.toThrow();
});

it.each(['2021.3.5f1', '6000.0.23f1', '2022.3.1f1c1'])('reads the version %s from the data', async (version) => {
  const data = Buffer.from(PARTS['.data']!.toString('latin1').replace('2021.3.5f1', version), 'latin1');
  expect(await engineVersionOf(await file('a.data', data))).toBe(version);
  expect(await engineVersionOf(await file('a.data.br', brotliCompressSync(data)))).toBe(version);
});

it('returns no version when the beginning of the data does not contain one', async () => {
  expect(await engineVersionOf(await file('a.data', 'UnityWebData1.0\0'))).toBeNull();
  expect(
    await engineVersionOf(await file('a.data', Buffer.concat([Buffer.alloc(400_000), PARTS['.data']!]))),
  ).toBeNull();
});
