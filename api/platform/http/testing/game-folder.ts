import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const MODULE_HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const TYPES = [1, 4, 1, 0x60, 0, 0];
const text = (name: string): number[] => [name.length, ...Buffer.from(name)];
/** One import of each kind before the memory: a function, a table with a maximum, and a global. */
const OTHER_IMPORTS = [
  [...text('env'), ...text('f'), 0, 0],
  [...text('env'), ...text('table'), 1, 0x70, 1, 1, 0x80, 2],
  [...text('env'), ...text('base'), 3, 0x7f, 0],
].flat();

/** Returns a WebAssembly module that imports a memory. @param limits flags, minimum and maximum of the memory */
function moduleWithMemory(...limits: number[]): Buffer {
  const imports = [4, ...OTHER_IMPORTS, ...text('env'), ...text('memory'), 2, ...limits];
  return Buffer.from([...MODULE_HEADER, ...TYPES, 2, imports.length, ...imports]);
}

/** The WebAssembly module of a build without threads. */
export const PLAIN_MODULE = moduleWithMemory(1, 1, 2);
/** The WebAssembly module of a build with threads. */
export const THREADED_MODULE = moduleWithMemory(3, 1, 2);

/** Compression functions by the ending that they add to the file's name. */
export const PACK = {
  '': (bytes: Buffer): Buffer => bytes,
  '.gz': (bytes: Buffer): Buffer => gzipSync(bytes),
  '.br': (bytes: Buffer): Buffer => brotliCompressSync(bytes),
  '.unityweb': (bytes: Buffer): Buffer => gzipSync(bytes),
} as const;
export type Packed = keyof typeof PACK;

/** Contents of a build's parts by file ending. The data file contains the Unity version in Unity's format. */
export const PARTS: Readonly<Record<string, Buffer>> = {
  '.data': Buffer.from('UnityWebData1.0\0…UnityFS\0\0\0\0\u00085.x.x\x002021.3.5f1\0', 'latin1'),
  '.framework.js': Buffer.from('var unityFramework = () => undefined;'),
  '.wasm': PLAIN_MODULE,
};

/** Temporary folder for game builds, inside a parent folder that is never served. */
export class GameFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<GameFolder> {
    const folder = new GameFolder(join(await mkdtemp(join(tmpdir(), 'ready-room-unity-')), 'game'));
    await mkdir(folder.path);
    return folder;
  }

  /** Writes a file with a later modification time than all files written before. */
  async write(path: string, content: string | Buffer): Promise<void> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, 1, (lastChange += 1));
  }

  /** Writes the four files of a build. The loader is never compressed. */
  async build(name: string, packed: Packed = '', directory = ''): Promise<void> {
    await this.write(join(directory, `${name}.loader.js`), 'window.createUnityInstance = () => undefined;');
    for (const [ending, content] of Object.entries(PARTS)) {
      await this.write(join(directory, name + ending + packed), PACK[packed](content));
    }
  }

  /** Removes all written files. */
  async clear(): Promise<void> {
    await rm(this.path, { recursive: true });
    await mkdir(this.path);
  }

  remove(): Promise<void> {
    return rm(dirname(this.path), { recursive: true });
  }
}

let lastChange = 1_600_000_000;
