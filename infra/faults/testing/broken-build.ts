import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../../api/start/testing/folders.js';

/** A change of a built file. `from` must occur in it exactly once. */
export interface Breakage {
  /** Path below `dist`, such as `api/platform/...js`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A copy of the build without a protection, which a control runs. */
export class BrokenBuild {
  private constructor(private readonly root: string) {}

  /** @throws Error when the replaced code does not exist, so that no control passes by itself. */
  static make(breakages: readonly Breakage[]): BrokenBuild {
    const root = makeFolder('broken-build', 0o755);
    cpSync('dist', join(root, 'dist'), { recursive: true });
    // Other files that the build reads are below `api`.
    for (const name of ['node_modules', 'package.json', 'api']) symlinkSync(resolve(name), join(root, name));
    breakBuild(join(root, 'dist'), breakages);
    return new BrokenBuild(root);
  }

  /** The entry point of a node. */
  get main(): string {
    return this.entry('api/main.js');
  }

  /** Another entry point, below `dist`. */
  entry(file: string): string {
    return join(this.root, 'dist', file);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Breaks an existing copy of `dist`. @throws Error as {@link BrokenBuild.make} does. */
export function breakBuild(dist: string, breakages: readonly Breakage[]): void {
  for (const { file, from, to } of breakages) {
    const path = join(dist, file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2)
      throw new Error(`${path} contains this code ${parts.length - 1} times instead of once: ${from}`);
    writeFileSync(path, parts.join(to));
  }
}
