import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../../api/start/testing/folders.js';

/** One change of a built file; `from` must be there exactly once. */
export interface Breakage {
  /** Below `dist`, such as `api/platform/...js`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The build with a protection taken out, beside the one that is in order: what a control runs. */
export class BrokenBuild {
  private constructor(private readonly root: string) {}

  /** @throws Error when what is to be broken is no longer there, so that no control goes green by itself */
  static make(breakages: readonly Breakage[]): BrokenBuild {
    const root = makeFolder('broken-build', 0o755);
    cpSync('dist', join(root, 'dist'), { recursive: true });
    // Files that the build reads besides itself lie below `api`.
    for (const name of ['node_modules', 'package.json', 'api']) symlinkSync(resolve(name), join(root, name));
    breakBuild(join(root, 'dist'), breakages);
    return new BrokenBuild(root);
  }

  /** The entry point of a node. */
  get main(): string {
    return this.entry('api/main.js');
  }

  /** Another one, below `dist`. */
  entry(file: string): string {
    return join(this.root, 'dist', file);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Breaks a copy of `dist` that somebody else has made. @throws Error as {@link BrokenBuild.make} does */
export function breakBuild(dist: string, breakages: readonly Breakage[]): void {
  for (const { file, from, to } of breakages) {
    const path = join(dist, file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${path} holds ${parts.length - 1} times: ${from}`);
    writeFileSync(path, parts.join(to));
  }
}
