import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILLER = 'filler';
const PORTION = Buffer.alloc(64 * 1024);

/** A small disk in memory that can be full. */
export class Tmpfs {
  private constructor(readonly folder: string) {}

  static make(megabytes: number): Tmpfs {
    const folder = mkdtempSync(join(tmpdir(), 'ready-room-tmpfs-'));
    const options = `size=${megabytes}m,mode=0711`;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
      return new Tmpfs(folder);
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
  }

  /** Returns whether this user has the right to mount. */
  static isPossible(): boolean {
    try {
      Tmpfs.make(1).remove();
      return true;
    } catch {
      return false;
    }
  }

  /** Fills the remaining space to the last byte. */
  fill(): void {
    const file = openSync(join(this.folder, FILLER), 'a');
    try {
      for (let portion = PORTION; portion.length > 0;) {
        try {
          writeSync(file, portion);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          portion = portion.subarray(0, Math.floor(portion.length / 2));
        }
      }
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(join(this.folder, FILLER), { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder], { stdio: 'ignore' });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
