import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { UserError } from '../../simulate/user-error.js';
import { undoWhenInterrupted } from '../environment/interruption.js';
import { outputOf } from './child-process.js';

const PREPARE = ['infra/setup/prepare.mjs', '--bench'];
/** Folders with a package-lock.json. */
const PACKAGES = ['.', join('infra', 'bench')];
const SHORT = 12;

/** The build of another commit in a folder of its own. */
export interface OtherBuild {
  readonly commit: string;
  readonly root: string;
  remove(): Promise<void>;
}

/**
 * Checks a commit out and builds it, in a temporary folder or below `keep`, where later runs reuse it.
 *
 * @throws UserError when the repository does not contain the commit
 */
export async function buildCommit(name: string, keep: string | undefined): Promise<OtherBuild> {
  const commit = (await commitNamed(name)).slice(0, SHORT);
  const folder = keep ? resolve(keep) : await mkdtemp(join(tmpdir(), 'ready-room-bench-against-'));
  const root = join(folder, `build-${commit}`);
  const remove = async (): Promise<void> => {
    if (keep) return;
    await git('worktree', 'remove', '--force', root).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  const removed = undoWhenInterrupted(remove);
  try {
    if (!existsSync(root)) await git('worktree', 'add', '--detach', '--force', root, commit);
    for (const folder of PACKAGES) await sharePackages(root, folder);
    await outputOf(process.execPath, PREPARE, root);
  } catch (error) {
    await remove();
    removed();
    throw error;
  }
  return {
    commit,
    root,
    remove: async () => {
      await remove();
      removed();
    },
  };
}

async function commitNamed(name: string): Promise<string> {
  const found = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  return (await found.catch(() => Promise.reject(new UserError(`This repository has no commit "${name}".`)))).trim();
}

/** Reuses the installed packages when both commits lock the same ones. Otherwise the other build installs its own. */
async function sharePackages(root: string, folder: string): Promise<void> {
  const [own, others] = [PACKAGE_ROOT, root].map((each) => join(each, folder));
  const modules = join(others!, 'node_modules');
  if (existsSync(modules) || (await lockIn(own!)) !== (await lockIn(others!))) return;
  await symlink(join(own!, 'node_modules'), modules);
}

const lockIn = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => undefined);

const git = (...words: string[]): Promise<string> => outputOf('git', words, PACKAGE_ROOT);
