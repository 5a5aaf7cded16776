/** `npm run bench`: measures the platform on this machine, and prints every figure with its goal, reached or not. */
import { availableParallelism, cpus } from 'node:os';
import { processTerminal } from '../../api/cli/process-terminal.js';
import { append } from './append/append.suite.js';
import { backup } from './backup/backup.suite.js';
import { type Environment, openEnvironment } from './environment/environment.js';
import { undoOnSignals, wasInterrupted } from './environment/interruption.js';
import { exports } from './exports/exports.suite.js';
import type { Figure } from './figure.js';
import { gradebook } from './gradebook/gradebook.suite.js';
import { kills } from './kills/kills.suite.js';
import { leaderboard } from './leaderboard/leaderboard.suite.js';
import { live } from './live/live.suite.js';
import { polling } from './live/polling.suite.js';
import { readOptions } from './options.js';
import { people } from './people/people.suite.js';
import { printTable } from './print-table.js';
import { rebuild } from './rebuild/rebuild.suite.js';
import { revocation } from './revocation/revocation.suite.js';
import { scale } from './scale/scale.suite.js';
import { scores } from './scores/scores.suite.js';
import { signIn } from './sign-in/sign-in.suite.js';
import { start } from './start/start.suite.js';
import { publishFigures } from './record/record.js';
import { record } from './record/record.js';
import { RESULTS } from './record/results-folder.js';
import type { Suite, SuiteContext } from './suite.js';
import { tracing } from './tracing/tracing.suite.js';
import { transitions } from './transitions/transitions.suite.js';
import { webProgram } from './web-program/web-program.suite.js';
import { exitCodeAfter, UserError } from '../simulate/user-error.js';

/** In this order, because each suite leaves more events in the log for the next one. */
const SUITES: readonly Suite[] = [
  append,
  transitions,
  start,
  rebuild,
  gradebook,
  exports,
  leaderboard,
  live,
  polling,
  people,
  revocation,
  signIn,
  kills,
  scores,
  tracing,
  backup,
  webProgram,
  scale,
];

undoOnSignals();
try {
  await run();
} catch (error) {
  process.exitCode = wasInterrupted() ? 1 : exitCodeAfter(error);
}

async function run(): Promise<void> {
  const names = SUITES.map(({ name }) => name);
  const usual = SUITES.filter(({ onlyWhenNamed }) => !onlyWhenNamed).map(({ name }) => name);
  const { suites, json, data, quick } = readOptions(
    process.argv.slice(2),
    processTerminal(process.stdin, process.stderr),
    names,
    usual,
  );
  const say = (line: string): void => console[json ? 'error' : 'log'](line);
  say(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`);
  let opened: Promise<Environment> | undefined;
  const environment = (): Promise<Environment> => (opened ??= openEnvironment(data, say));
  try {
    for (const suite of SUITES.filter(({ name }) => suites.includes(name))) {
      say(`\n${suite.name}`);
      const figures = await measure(suite, { say: (line) => say(`  ${line}`), environment, quick });
      print(figures, json);
      if (!quick && figures.length > 0) await record(RESULTS, suite.name, figures, new Date());
    }
    if (!quick) say(`\nAll figures, each as it was measured last\n${await publishFigures(RESULTS)}`);
  } finally {
    await (await opened?.catch(() => undefined))?.remove();
  }
}

/** Runs a suite. Its failure does not lose the figures of other suites. */
async function measure(suite: Suite, context: SuiteContext): Promise<readonly Figure[]> {
  try {
    return await suite.run(context);
  } catch (error) {
    if (wasInterrupted()) throw error;
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
    return [];
  }
}

function print(figures: readonly Figure[], json: boolean): void {
  if (json) for (const figure of figures) console.log(JSON.stringify(figure));
  else console.log(printTable(figures));
}
