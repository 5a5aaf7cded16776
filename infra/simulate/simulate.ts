/** `npm run simulate`: plays a class against a running platform; exit code 1 when a result was lost or stored twice. */
import { dirname, join } from 'node:path';
import { type Account, type ClassAccounts, readAccounts, readAccountsFile } from './accounts.js';
import { Refused } from './api-client.js';
import { MadeAccounts } from './made-accounts.js';
import { HELP, readOptions, type SimulationOptions } from './options.js';
import { ProgressBar } from './progress-bar.js';
import { readPassword } from './read-password.js';
import { report } from './report.js';
import { simulateClass } from './simulate-class.js';
import { type Steps, TerminalSteps } from './steps.js';
import { UserError } from './user-error.js';

const MADE_FILE = 'simulated-accounts.json';

const stop = new AbortController();
// The second Ctrl-C ends the process at once, as everywhere.
process.once('SIGINT', () =>
  stop.abort(new UserError('Stopped. Accounts that were made are used again the next time.')),
);
process.once('SIGTERM', () =>
  stop.abort(new UserError('Stopped. Accounts that were made are used again the next time.')),
);

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await simulate(options);
  else console.log(HELP);
} catch (error) {
  const expected = error instanceof UserError || error instanceof Refused;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}

async function simulate(options: SimulationOptions): Promise<void> {
  const steps = new TerminalSteps(stop.signal);
  const accounts = await accountsOf(options, steps);
  const bar = new ProgressBar(options.seconds);
  const result = await simulateClass({
    ...options,
    accounts,
    steps,
    isOver: () => stop.signal.aborted,
    onProgress: (ledger) => bar.show(ledger),
  });
  bar.end();
  console.log(options.json ? JSON.stringify(result) : report(result));
  process.exitCode = result.lost + result.doubled > 0 ? 1 : 0;
}

/** Those of the file when they are enough, otherwise accounts that an administrator makes. */
async function accountsOf(options: SimulationOptions, steps: Steps): Promise<ClassAccounts> {
  const { url, accounts: file, students } = options;
  const admin = await adminOf(options);
  if (!admin) return readAccounts(file, students);
  return MadeAccounts.provide(url, admin, students, join(dirname(file), MADE_FILE), steps);
}

/** The administrator who makes accounts; undefined when nobody has to. */
async function adminOf({ admin, accounts: file, students }: SimulationOptions): Promise<Account | undefined> {
  if (admin !== undefined) {
    const source = { env: process.env, input: process.stdin, output: process.stderr };
    return { username: admin, password: await readPassword(admin, source), role: 'SystemAdmin' };
  }
  const known = await readAccountsFile(file);
  const isEnough = known.filter(({ role }) => role === 'User').length >= students;
  return isEnough ? undefined : known.find(({ role }) => role === 'SystemAdmin');
}
