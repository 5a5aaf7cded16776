import { execFileSync } from 'node:child_process';

/** Returns the path of the first of these programs that is on the PATH; null if there is none. */
export function findProgram(...names: readonly string[]): string | null {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // not installed
    }
  }
  return null;
}
