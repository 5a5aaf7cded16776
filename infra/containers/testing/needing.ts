import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts servers, which is not on everybody's path. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of a program; undefined when this machine does not have it. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Tests that need programs of the machine; where one is missing they are skipped, and their title says why. */
export function needing(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (needs ${missing.join(' and ')})`, tests);
}
