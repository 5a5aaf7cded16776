import { parseArgs } from 'node:util';
import { UserError } from '../simulate/user-error.js';

export interface BenchOptions {
  readonly suites: readonly string[];
  readonly json: boolean;
  /** Small and short, to see that it works: nothing is recorded. */
  readonly quick: boolean;
  /** A folder in which the fixture is kept for the next run. */
  readonly data: string | undefined;
}

/** @param usual the suites of a run that names none. @throws UserError */
export function readOptions(args: readonly string[], known: readonly string[], usual = known): BenchOptions {
  const usage = `npm run bench -- [--suite ${known.join('|')}] [--json] [--quick] [--data folder]`;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        suite: { type: 'string', multiple: true, default: [...usual] },
        json: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        data: { type: 'string' },
      },
    });
    const unknown = values.suite.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`There is no suite ${unknown}`);
    return { suites: values.suite, json: values.json, quick: values.quick, data: values.data };
  } catch (error) {
    throw new UserError(`${(error as Error).message.split('. ', 1)[0]}. Usage: ${usage}`);
  }
}
