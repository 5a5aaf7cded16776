import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folders for servers, which are not on every user's path. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Returns the path of a program, or undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Declares tests that require programs of the machine. If one is missing, they are skipped and their title names it. */
export function describeRequiring(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (needs ${missing.join(' and ')})`, tests);
}
