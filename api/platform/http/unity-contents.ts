import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { BuildPacking } from '../../contracts/system-status.contract.js';
import { UnusableBuild } from './unity-export.js';
import { importsSharedMemory, isModule } from './wasm-imports.js';

const MARKED_BYTES = 128;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** Text that Unity writes into a metadata block at the beginning of a Brotli stream. */
const BROTLI_MARKER = 'UnityWeb Compressed Content (brotli)';
/** Size of the searched beginning of the data file. The version is in the header of the first asset file. */
const VERSION_BYTES = 256 * 1024;
const ENGINE_VERSION = /\b(?:20\d\d|[6-9]\d{3})\.\d{1,2}\.\d{1,3}[abcfpx]\d{1,3}(?:c\d{1,2})?/;
/** Limit for reading the beginning of a module. Its types and imports take far less. */
const LARGEST_MODULE_HEAD = 8 * 1024 * 1024;

/** Returns the compression format of a file from its ending, or for .unityweb from its first bytes. */
export async function packingOf(path: string): Promise<BuildPacking> {
  if (path.endsWith('.gz')) return 'gzip';
  if (path.endsWith('.br')) return 'brotli';
  if (!path.endsWith('.unityweb')) return 'none';
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MARKED_BYTES), 0, MARKED_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return 'gzip';
    return head.includes(BROTLI_MARKER) ? 'brotli' : 'none';
  } finally {
    await file.close();
  }
}

/** Returns the bytes that the page receives. Browsers unpack .gz and .br; other files arrive as stored. */
export async function bytesOnPage(path: string): Promise<number> {
  const packing = path.endsWith('.unityweb') ? 'none' : await packingOf(path);
  if (packing === 'none') return (await stat(path)).size;
  let bytes = 0;
  for await (const chunk of unpacked(path, packing)) bytes += chunk.length;
  return bytes;
}

/** Returns the version of Unity that wrote the data file, or null when the file's beginning does not contain it. */
export async function engineVersionOf(dataPath: string): Promise<string | null> {
  const head = await headOf(dataPath, ({ length }) => length >= VERSION_BYTES);
  return ENGINE_VERSION.exec(head.toString('latin1'))?.[0] ?? null;
}

/**
 * Returns whether the WebAssembly module of a build imports shared memory. Reads only as much of the file as needed.
 * @throws UnusableBuild when the file is not a WebAssembly module
 */
export async function needsSharedMemory(codePath: string): Promise<boolean> {
  const head = await headOf(codePath, containsImports);
  if (isModule(head)) return importsSharedMemory(head) ?? false;
  throw new UnusableBuild(`${codePath} is not a WebAssembly module: copy the build again, unchanged.`);
}

const containsImports = (head: Buffer): boolean =>
  !isModule(head) || importsSharedMemory(head) !== null || head.length > LARGEST_MODULE_HEAD;

/** Reads the unpacked beginning of a file until `isEnough` returns true. @throws UnusableBuild when it cannot be unpacked */
async function headOf(path: string, isEnough: (head: Buffer) => boolean): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of unpacked(path, await packingOf(path))) {
    head = Buffer.concat([head, chunk]);
    if (isEnough(head)) break;
  }
  return head;
}

/** Yields a file's content without its compression. @throws UnusableBuild when the file cannot be read or unpacked */
async function* unpacked(path: string, packing: BuildPacking): AsyncGenerator<Buffer> {
  const stored = createReadStream(path);
  const unpack = { none: null, gzip: createGunzip, brotli: createBrotliDecompress }[packing];
  // An error in either stream ends both, and the loop below throws it.
  const content = unpack ? pipeline(stored, unpack(), () => undefined) : stored;
  try {
    for await (const chunk of content) yield chunk as Buffer;
  } catch (error) {
    const { message } = error as Error;
    throw new UnusableBuild(`${path} cannot be read (${message}): copy the build again, unchanged.`, { cause: error });
  }
}
