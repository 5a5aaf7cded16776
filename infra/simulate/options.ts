import { parseArgs } from 'node:util';
import { UserError } from './user-error.js';

export interface SimulationOptions {
  readonly students: number;
  readonly seconds: number;
  readonly url: string;
  /** File of `[{username, password, role}]`. */
  readonly accounts: string;
  /** Username of a system administrator, who makes accounts for the class; undefined: those of the file are used. */
  readonly admin: string | undefined;
  /** Scores a second of the whole class. */
  readonly rate: number;
  readonly json: boolean;
}

/** What `--help` prints. */
export const HELP = `Plays a class against a running platform, and compares what was handed in with what was seen and kept.

npm run simulate -- [options]

  --students 30       students of the class, up to 5000
  --seconds 60        how long they play
  --rate 10           results a second of the whole class; by default one a student every three seconds, 200 at most
  --url http://127.0.0.1:3000
                      address of the platform
  --accounts .data/demo-accounts.json
                      accounts to sign in with: [{"username", "password", "role"}]
  --admin NAME        a system administrator, who makes accounts for the class: on a platform without the demo.
                      The password is read from SIMULATE_ADMIN_PASSWORD, or asked for.
  --json              prints the figures as JSON
  --help              prints this

With more students than the accounts file has, its system administrator makes accounts for the class. Accounts that were made
are kept beside the accounts file, in simulated-accounts.json, and are used again for the same platform.
Ctrl-C ends the class and prints the figures up to then. The exit code is 1 when a result was lost or stored twice.`;

const USAGE = 'Usage: npm run simulate -- --help';

/** A student hands in about every three seconds. */
const RATE_PER_STUDENT = 1 / 3;
/** More than this is a load test, which is asked for. */
const MOST_BY_ITSELF = 200;
const MOST_STUDENTS = 5_000;

/** Undefined when help is asked for. @throws UserError */
export function readOptions(args: readonly string[]): SimulationOptions | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const students = numberOf('--students', values.students, 1, MOST_STUDENTS);
  const usual = Math.min(MOST_BY_ITSELF, Math.max(1, Math.round(students * RATE_PER_STUDENT)));
  const rate = values.rate ?? String(usual);
  if (!URL.canParse(values.url)) throw new UserError(`--url must be an address such as http://127.0.0.1:3000.`);
  return {
    students,
    seconds: numberOf('--seconds', values.seconds, 1, 86_400),
    url: new URL(values.url).origin,
    accounts: values.accounts,
    admin: values.admin,
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
        admin: { type: 'string' },
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message.split('. ', 1)[0]}. ${USAGE}`);
  }
}

function numberOf(name: string, text: string, minimum: number, maximum: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= minimum && number <= maximum) return number;
  throw new UserError(`${name} must be a number from ${minimum} to ${maximum}.`);
}
