import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const MODULE_HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A WebAssembly module without anything in it. */
export const PLAIN_MODULE = Buffer.from(MODULE_HEADER);

/** Ending of a compressed file, and how it is compressed. */
export const PACK = {
  '': (bytes: Buffer): Buffer => bytes,
  '.gz': (bytes: Buffer): Buffer => gzipSync(bytes),
  '.br': (bytes: Buffer): Buffer => brotliCompressSync(bytes),
  '.unityweb': (bytes: Buffer): Buffer => gzipSync(bytes),
} as const;
export type Packed = keyof typeof PACK;

/** Contents of the parts of a build, by their endings. The data file names the engine's version as Unity does. */
export const PARTS: Readonly<Record<string, Buffer>> = {
  '.data': Buffer.from('UnityWebData1.0\0…UnityFS\0\0\0\0\u00085.x.x\x002021.3.5f1\0', 'latin1'),
  '.framework.js': Buffer.from('var unityFramework = () => undefined;'),
  '.wasm': PLAIN_MODULE,
};

/** A folder of a test that builds are exported to, inside another one that is nobody's business. */
export class GameFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<GameFolder> {
    const folder = new GameFolder(join(await mkdtemp(join(tmpdir(), 'ready-room-unity-')), 'game'));
    await mkdir(folder.path);
    return folder;
  }

  /** Writes a file that changed at another time than every file before it. */
  async write(path: string, content: string | Buffer): Promise<void> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, 1, (lastChange += 1));
  }

  /** Writes the four files of a build, of which only the loader is never compressed. */
  async build(name: string, packed: Packed = '', directory = ''): Promise<void> {
    await this.write(join(directory, `${name}.loader.js`), 'window.createUnityInstance = () => undefined;');
    for (const [ending, content] of Object.entries(PARTS)) {
      await this.write(join(directory, name + ending + packed), PACK[packed](content));
    }
  }

  remove(): Promise<void> {
    return rm(dirname(this.path), { recursive: true });
  }
}

let lastChange = 1_600_000_000;
