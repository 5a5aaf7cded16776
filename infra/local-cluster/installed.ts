import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../simulate/user-error.js';

/** Where Debian puts servers, which is not on everybody's path. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** What the cluster needs besides npm's packages, and how to get it. */
const PACKAGES = { haproxy: 'haproxy', 'redis-server': 'redis' } as const;
export type Server = keyof typeof PACKAGES;

const searched = (): string[] => [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS];

/** The path of a server's program; undefined when this machine does not have it. */
export const findServer = (name: Server, folders = searched()): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** The programs that are missing for a cluster. */
export const missingServers = (): Server[] =>
  (Object.keys(PACKAGES) as Server[]).filter((name) => findServer(name) === undefined);

/** @throws UserError that says how to install it. */
export function serverPath(name: Server, folders?: string[]): string {
  const path = findServer(name, folders);
  if (path) return path;
  throw new UserError(`${name} is not installed: "apt-get install ${name}", or "brew install ${PACKAGES[name]}".`);
}
