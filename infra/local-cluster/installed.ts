import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../simulate/user-error.js';

/** Debian's folders for servers, which are not on every user's path. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Programs that the cluster needs besides npm's packages, with their Debian packages. */
const PACKAGES = { haproxy: 'haproxy', 'redis-server': 'redis' } as const;
export type Server = keyof typeof PACKAGES;

const searched = (): string[] => [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS];

/** Returns the path of a server program, or undefined when it is not installed. */
export const findServer = (name: Server, folders = searched()): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Returns the programs that are missing for a cluster. */
export const missingServers = (): Server[] =>
  (Object.keys(PACKAGES) as Server[]).filter((name) => findServer(name) === undefined);

/** @throws UserError that explains how to install the missing programs. */
export function serverPath(name: Server, folders?: string[]): string {
  const path = findServer(name, folders);
  if (path) return path;
  throw new UserError(`${name} is not installed: "apt-get install ${name}", or "brew install ${PACKAGES[name]}".`);
}
