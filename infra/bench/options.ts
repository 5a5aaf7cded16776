import { parseArgs } from 'node:util';
import { UserError } from '../simulate/user-error.js';

export interface BenchOptions {
  readonly suites: readonly string[];
  readonly json: boolean;
  /** A folder in which the fixture is kept for the next run. */
  readonly data: string | undefined;
}

/** @throws UserError */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const usage = `npm run bench -- [--suite ${known.join('|')}] [--json] [--data folder]`;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        suite: { type: 'string', multiple: true, default: [...known] },
        json: { type: 'boolean', default: false },
        data: { type: 'string' },
      },
    });
    const unknown = values.suite.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`There is no suite ${unknown}`);
    return { suites: values.suite, json: values.json, data: values.data };
  } catch (error) {
    throw new UserError(`${(error as Error).message.split('. ', 1)[0]}. Usage: ${usage}`);
  }
}
