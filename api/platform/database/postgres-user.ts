import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from './start-error.js';

/** The operating-system user that runs a server. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);
const NAME = 'ready-room';
const READ = 4;
const ENTER = 1;

/**
 * Returns the user to run PostgreSQL as; undefined for the user of this process. PostgreSQL refuses to run as root, so a process of
 * root uses a separate system user, created if missing.
 * @throws StartError when the system user cannot be created
 */
export async function postgresUser(): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await findUser()) ?? (await createUser());
}

/** Returns whether a user may enter a folder and all folders above it. */
export async function canEnter(user: OsUser, folder: string): Promise<boolean> {
  if (!(await permits(user, folder, ENTER))) return false;
  return folder === dirname(folder) || canEnter(user, dirname(folder));
}

/** Returns whether a user may read a file and enter its folders. */
export const canRead = async (user: OsUser, file: string): Promise<boolean> =>
  (await permits(user, file, READ)) && canEnter(user, dirname(file));

async function permits({ uid, gid }: OsUser, path: string, right: number): Promise<boolean> {
  const found = await stat(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & right) !== 0;
}

async function findUser(): Promise<OsUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<OsUser> {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
  ];
  // Alpine has adduser instead of useradd. Both also fail when a concurrent start has created the user, so the lookup decides.
  await run('useradd', [...options, NAME]).catch(() =>
    run('adduser', ['-S', '-D', '-H', '-s', '/bin/false', NAME]).catch(() => undefined),
  );
  const user = await findUser();
  if (user) return user;
  throw new StartError(
    `PostgreSQL does not run as root, and the system user "${NAME}" could not be created: start as an ordinary user, or set DATABASE_URL.`,
  );
}
