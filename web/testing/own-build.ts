import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const BUILT = resolve('dist/web/unitybuild');
const LOADER = 'Build.loader.js';
const COMPRESSIBLE = ['Build.data', 'Build.framework.js', 'Build.wasm'];
const COMPRESSORS = { gz: gzipSync, br: brotliCompressSync };

/** A copy of the training build for one test, which may change it while the platform runs. */
export class OwnBuild {
  readonly folder = mkdtempSync(join(tmpdir(), 'ready-room-build-'));

  constructor() {
    if (existsSync(BUILT)) cpSync(BUILT, this.folder, { recursive: true });
  }

  /** Replaces every file except the loader with a compressed one, as in Unity's compressed builds, which have no copies. */
  compress(suffix: keyof typeof COMPRESSORS): void {
    for (const copy of ['.gz', '.br']) rmSync(join(this.folder, LOADER + copy), { force: true });
    for (const file of COMPRESSIBLE) {
      for (const old of ['', '.gz', '.br']) rmSync(join(this.folder, file + old), { force: true });
      writeFileSync(join(this.folder, `${file}.${suffix}`), COMPRESSORS[suffix](readFileSync(join(BUILT, file))));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
