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
    for (const breakage of breakages) breakFile(join(root, 'dist', breakage.file), breakage);
    return new BrokenBuild(root);
  }

  /** The entry point of a node. */
  get main(): string {
    return join(this.root, 'dist', 'api', 'main.js');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function breakFile(path: string, { from, to }: Breakage): void {
  const parts = readFileSync(path, 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`${path} holds ${parts.length - 1} times: ${from}`);
  writeFileSync(path, parts.join(to));
}
