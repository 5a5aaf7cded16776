import { InvalidArgumentError } from 'commander';
import { commandLine } from '../../api/cli/command-line.js';
import type { Terminal } from '../../api/cli/terminal.js';

export interface SimulationOptions {
  readonly students: number;
  readonly seconds: number;
  readonly url: string;
  /** File of `[{username, password, role}]`. */
  readonly accounts: string;
  /** Username of a system administrator who creates accounts for the class; undefined to use those of the file. */
  readonly admin: string | undefined;
  /** Scores per second of the whole class. */
  readonly rate: number;
  readonly json: boolean;
}

const AFTER_HELP = `
If the accounts file has too few students, its system administrator creates accounts for the class. Created accounts are stored
beside the accounts file, in simulated-accounts.json, and are used again for the same platform.
Ctrl-C ends the class and prints the figures up to then. The exit code is 1 when a result was lost or stored twice.`;

/** A student submits about every fifteen seconds: longer than the minimum time of every scenario. */
const RATE_PER_STUDENT = 1 / 15;
/** A higher rate is a load test and must be requested. */
const MOST_BY_ITSELF = 200;
const MOST_STUDENTS = 5_000;

interface Values extends Omit<SimulationOptions, 'rate' | 'admin'> {
  readonly rate?: number;
  readonly admin?: string;
}

/** @throws CommanderError after help, the version or an error was printed */
export function readOptions(args: readonly string[], terminal: Terminal): SimulationOptions {
  const program = commandLine('npm run simulate --', terminal)
    .description('Plays a class on a running platform, and compares the submitted results with those shown and stored.')
    .option('--students <number>', 'number of students in the class, up to 5000', numberFrom(1, MOST_STUDENTS), 30)
    .option('--seconds <number>', 'duration of the class', numberFrom(1, 86_400), 60)
    .option(
      '--rate <number>',
      'results per second of the whole class (default: one per student every fifteen seconds, at most 200)',
      numberFrom(0.01, 10_000),
    )
    .option('--url <address>', 'address of the platform', originOf, 'http://127.0.0.1:3000')
    .option(
      '--accounts <file>',
      'accounts to sign in with: [{"username", "password", "role"}]',
      '.data/demo-accounts.json',
    )
    .option(
      '--admin <name>',
      'a system administrator who creates accounts for the class, on a platform without the demo; the password is read from SIMULATE_ADMIN_PASSWORD or the terminal',
    )
    .option('--json', 'print the figures as JSON', false)
    .addHelpText('after', AFTER_HELP)
    .action(() => undefined);
  const { students, rate, admin, ...values } = program.parse([...args], { from: 'user' }).opts<Values>();
  const usual = Math.min(MOST_BY_ITSELF, students * RATE_PER_STUDENT);
  return { ...values, students, admin, rate: rate ?? usual };
}

const numberFrom =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`It must be a number from ${minimum} to ${maximum}.`);
  };

function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return new URL(text).origin;
  throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:3000.');
}
