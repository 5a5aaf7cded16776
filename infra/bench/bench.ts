/** `npm run bench`: measures the platform on this machine, and prints every figure with its goal, reached or not. */
import { availableParallelism, cpus } from 'node:os';
import { processTerminal } from '../../api/cli/process-terminal.js';
import { exitCodeAfter, UserError } from '../simulate/user-error.js';
import { compareBuilds } from './against/compare-builds.js';
import { type Environment, openEnvironment } from './environment/environment.js';
import { undoOnSignals, wasInterrupted } from './environment/interruption.js';
import { measureBuild, measuresOwnBuild } from './environment/measured-build.js';
import type { Figure } from './figure.js';
import { type BenchOptions, readOptions } from './options.js';
import { printTable } from './print-table.js';
import { publishFigures, record } from './record/record.js';
import { RESULTS } from './record/results-folder.js';
import type { Suite, SuiteContext } from './suite.js';
import { SUITES } from './suites.js';

undoOnSignals();
try {
  await run();
} catch (error) {
  process.exitCode = wasInterrupted() ? 1 : exitCodeAfter(error);
}

async function run(): Promise<void> {
  const names = SUITES.map(({ name }) => name);
  const usual = SUITES.filter(({ onlyWhenNamed }) => !onlyWhenNamed).map(({ name }) => name);
  const terminal = processTerminal(process.stdin, process.stderr);
  const options = readOptions(process.argv.slice(2), terminal, names, usual);
  const say = (line: string): void => console[options.json ? 'error' : 'log'](line);
  say(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`);
  const suites = SUITES.filter(({ name }) => options.suites.includes(name));
  const { against, build } = options;
  if (against !== undefined) return compareBuilds(suites, { ...options, against }, say);
  if (build !== undefined) measureBuild(build);
  await measureAll(suites, options, say);
}

async function measureAll(
  suites: readonly Suite[],
  { json, data, quick, build }: BenchOptions,
  say: (line: string) => void,
): Promise<void> {
  const records = !quick && build === undefined;
  let opened: Promise<Environment> | undefined;
  const environment = (): Promise<Environment> => (opened ??= openEnvironment(data, say));
  try {
    for (const suite of suites) {
      say(`\n${suite.name}`);
      const figures = await measure(suite, { say: (line) => say(`  ${line}`), environment, quick });
      print(figures, json);
      if (records && figures.length > 0) await record(RESULTS, suite.name, figures, new Date());
    }
    if (records) say(`\nAll figures, each as it was measured last\n${await publishFigures(RESULTS)}`);
  } finally {
    await (await opened?.catch(() => undefined))?.remove();
  }
}

/** Runs a suite. Its failure does not lose the figures of other suites. */
async function measure(suite: Suite, context: SuiteContext): Promise<readonly Figure[]> {
  try {
    if (suite.inProcess && !measuresOwnBuild())
      throw new UserError(`Measure ${suite.name} with the bench of its build.`);
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
