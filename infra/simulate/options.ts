import { parseArgs } from 'node:util';
import { UserError } from './user-error.js';

export interface SimulationOptions {
  readonly students: number;
  readonly seconds: number;
  readonly url: string;
  /** File of `[{username, password, role}]`. */
  readonly accounts: string;
  /** Scores a second of the whole class. */
  readonly rate: number;
  readonly json: boolean;
}

const USAGE =
  'npm run simulate -- [--students 30] [--seconds 60] [--rate 10] [--url http://127.0.0.1:3000] [--accounts .data/demo-accounts.json] [--json]';

/** A student hands in about every three seconds. */
const RATE_PER_STUDENT = 1 / 3;

/** @throws UserError */
export function readOptions(args: readonly string[]): SimulationOptions {
  const values = parse(args);
  const students = numberOf('--students', values.students, 1, 1_000);
  const rate = values.rate ?? String(Math.max(1, Math.round(students * RATE_PER_STUDENT)));
  if (!URL.canParse(values.url)) throw new UserError(`--url must be an address such as http://127.0.0.1:3000.`);
  return {
    students,
    seconds: numberOf('--seconds', values.seconds, 1, 86_400),
    url: new URL(values.url).origin,
    accounts: values.accounts,
    rate: numberOf('--rate', rate, 0.01, 10_000),
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        students: { type: 'string', default: '30' },
        seconds: { type: 'string', default: '60' },
        rate: { type: 'string' },
        url: { type: 'string', default: 'http://127.0.0.1:3000' },
        accounts: { type: 'string', default: '.data/demo-accounts.json' },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message.split('. ', 1)[0]}. Usage: ${USAGE}`);
  }
}

function numberOf(name: string, text: string, minimum: number, maximum: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= minimum && number <= maximum) return number;
  throw new UserError(`${name} must be a number from ${minimum} to ${maximum}.`);
}
