import { readFileSync } from 'node:fs';

const SUFFIX = '_FILE';

interface SettingFiles {
  readonly values: Readonly<Record<string, string>>;
  /** One sentence for each file that gives nothing. */
  readonly problems: readonly string[];
}

/**
 * What lies in the files that `<NAME>_FILE` points to, for each name that has such a variable: containers are handed secrets
 * as files, where neither `docker inspect` nor a child process sees them. Line ends after the value do not belong to it; an
 * empty file is like an empty variable, a setting that is not set.
 */
export function readSettingFiles(environment: Readonly<NodeJS.ProcessEnv>, names: readonly string[]): SettingFiles {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[name + SUFFIX];
    if (!path) continue;
    try {
      const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (text && environment[name]) problems.push(`${name}, ${name}${SUFFIX}: only one of them may be set.`);
      if (text) values[name] = text;
    } catch (error) {
      problems.push(`${name}${SUFFIX}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  return { values, problems };
}
