import { readFileSync } from 'node:fs';

const SUFFIX = '_FILE';

interface SettingFiles {
  readonly values: Readonly<Record<string, string>>;
  /** One sentence for each file that gives nothing. */
  readonly problems: readonly string[];
}

/**
 * What lies in the files that `<NAME>_FILE` points to, for each name that has such a variable: containers are handed secrets
 * as files, where neither `docker inspect` nor a child process sees them. Line ends after the value do not belong to it.
 */
export function readSettingFiles(environment: Readonly<NodeJS.ProcessEnv>, names: readonly string[]): SettingFiles {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[name + SUFFIX];
    if (!path) continue;
    const value = read(path);
    if (environment[name] !== undefined) problems.push(`${name}, ${name}${SUFFIX}: only one of them may be set.`);
    else if (value.problem) problems.push(`${name}${SUFFIX}: ${path} ${value.problem}.`);
    else values[name] = value.text;
  }
  return { values, problems };
}

function read(path: string): { text: string; problem?: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    return text === '' ? { text, problem: 'is empty' } : { text };
  } catch (error) {
    return { text: '', problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
