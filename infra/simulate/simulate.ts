/** `npm run simulate`: plays a class against a running platform; exit code 1 when a result was lost or stored twice. */
import { dirname, join } from 'node:path';
import { processTerminal } from '../../api/cli/process-terminal.js';
import { type Account, type ClassAccounts, readAccounts, readAccountsFile } from './accounts.js';
import { MadeAccounts } from './made-accounts.js';
import type { AttemptLedger } from './attempt-ledger.js';
import { readOptions, type SimulationOptions } from './options.js';
import { percentile } from './percentile.js';
import { readPassword } from './read-password.js';
import { report } from './report.js';
import { simulateClass } from './simulate-class.js';
import { type Steps, TerminalSteps } from './steps.js';
import { exitCodeAfter, UserError } from './user-error.js';

const MADE_FILE = 'simulated-accounts.json';

const stop = new AbortController();
// The second Ctrl-C ends the process immediately.
process.once('SIGINT', () => stop.abort(new UserError('Stopped. Created accounts are used again in the next run.')));
process.once('SIGTERM', () => stop.abort(new UserError('Stopped. Created accounts are used again in the next run.')));

try {
  await simulate(readOptions(process.argv.slice(2), processTerminal(process.stdin, process.stderr)));
} catch (error) {
  process.exitCode = exitCodeAfter(error);
}

async function simulate(options: SimulationOptions): Promise<void> {
  const steps = new TerminalSteps(stop.signal);
  try {
    const accounts = await accountsOf(options, steps);
    const showClass = classProgress(options.seconds, steps);
    const isOver = (): boolean => stop.signal.aborted;
    const result = await simulateClass({ ...options, accounts, steps, isOver, onProgress: showClass });
    steps.end();
    console.log(options.json ? JSON.stringify(result) : report(result));
    process.exitCode = result.lost + result.doubled > 0 ? 1 : 0;
  } finally {
    steps.end();
  }
}

/** Shows how much of the class's time has passed since the first attempt, and how many rows arrived. */
function classProgress(seconds: number, steps: Steps): (ledger: AttemptLedger) => void {
  let beganAt: number | undefined;
  return ({ submitted, seen, latencies }) => {
    if (submitted === 0) return;
    beganAt ??= performance.now();
    const elapsed = Math.min((performance.now() - beganAt) / 1_000, seconds);
    const p50 = percentile(latencies.slice(-500), 50);
    const latency = p50 === null ? '' : `, ${Math.round(p50)} ms to the socket`;
    steps.show('Playing', elapsed, seconds, `${submitted} submitted, ${seen} seen live${latency}`);
  };
}

/** Uses the accounts of the file when there are enough, otherwise accounts that an administrator creates. */
async function accountsOf(options: SimulationOptions, steps: Steps): Promise<ClassAccounts> {
  const { url, accounts: file, students } = options;
  const admin = await adminOf(options);
  if (!admin) return readAccounts(file, students);
  return MadeAccounts.provide(url, admin, students, join(dirname(file), MADE_FILE), steps);
}

/** Returns the administrator who creates accounts; undefined when none is needed. */
async function adminOf({ admin, accounts: file, students }: SimulationOptions): Promise<Account | undefined> {
  if (admin !== undefined) {
    const source = { env: process.env, input: process.stdin, output: process.stderr };
    return { username: admin, password: await readPassword(admin, source), role: 'SystemAdmin' };
  }
  const known = await readAccountsFile(file);
  const isEnough = known.filter(({ role }) => role === 'User').length >= students;
  return isEnough ? undefined : known.find(({ role }) => role === 'SystemAdmin');
}
