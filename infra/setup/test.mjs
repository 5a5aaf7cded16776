/**
 * `npm test`: types, lint, format and every spec except the long fault suites, which `--faults` runs alone. The last line counts passed,
 * failed and skipped tests.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { sweepTestClusters } from './test-cluster.mjs';

const { faults, rest } = readArguments();
/** Two queues in parallel: types and format take half a minute each, and each uses one core. */
const CHECKS = faults ? [] : [['check:types'], ['check:lint', 'check:unused', 'check:format', 'check:licences']];
/**
 * Jest runs, one after the other. Most specs wait for a database, so more of them run at a time than there are cores, but few enough to
 * keep deadlines. Browser suites compute. Specs that kill and restart processes have the machine to themselves.
 */
const RUNS = faults
  ? [{ workers: 1, leftOut: [String.raw`^(?!.*\.faults\.spec\.)`] }]
  : [
      { workers: 3, leftOut: [String.raw`\.(faults|e2e)\.spec\.`] },
      { workers: 2, leftOut: [String.raw`^(?!.*\.e2e\.spec\.)`] },
    ];
/** Files from this time on are listed, at most so many. */
const SLOW_MS = 5_000;
const SLOWEST_FILES = 15;
/** Lines of a failure message to print. */
const MESSAGE_LINES = 24;
const jest = 'node_modules/jest/bin/jest.js';
/** Rendering and loading allocate much that is soon unused. With twice the default space for it, garbage collection copies less. */
const MEMORY = '--max-semi-space-size=32';
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning ${MEMORY}`;

const running = new Set();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

const folder = await mkdtemp(join(tmpdir(), 'ready-room-results-'));
try {
  const failedChecks = (await Promise.all(CHECKS.map(failedOf))).flat();
  const reportFile = join(folder, 'faults.jsonl');
  const environment = { NODE_OPTIONS: nodeOptions.trim(), READY_ROOM_FAULT_REPORT: reportFile };
  const results = [];
  for (const { workers, leftOut } of RUNS) {
    const outputFile = join(folder, 'jest.json');
    const which = ['--testPathIgnorePatterns', ...leftOut, '/node_modules/', '--passWithNoTests'];
    const args = [jest, `--maxWorkers=${workers}`, '--json', `--outputFile=${outputFile}`, ...which, ...rest];
    const code = interrupted ? 1 : await run(process.execPath, args, environment);
    const result = await readFile(outputFile, 'utf8').then(JSON.parse, () => undefined);
    await rm(outputFile, { force: true });
    results.push({ passed: code === 0 && result !== undefined, ...result });
    await sweepTestClusters();
  }
  if (faults) await printFaults(reportFile);
  for (const check of failedChecks) console.log(`failed: npm run ${check}`);
  const tested = report(results);
  const passed = tested && failedChecks.length === 0 && results.every((result) => result.passed) && !interrupted;
  process.exitCode = passed ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readArguments() {
  const rest = process.argv.slice(2);
  return rest[0] === '--faults' ? { faults: true, rest: rest.slice(1) } : { faults: false, rest };
}

async function failedOf(checks) {
  const failed = [];
  for (const check of checks) {
    if (!interrupted && (await run('npm', ['run', '--silent', check])) !== 0) failed.push(check);
  }
  return failed;
}

function run(program, args, environment = {}) {
  return new Promise((resolve) => {
    // Jest prints its report to stderr. The JSON on stdout is also in the file.
    const stdio = ['ignore', program === 'npm' ? 'inherit' : 'ignore', 'inherit'];
    const child = spawn(program, args, { stdio, env: { ...process.env, ...environment } });
    running.add(child);
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

async function printFaults(reportFile) {
  const { printFaultReport } = await import('../../dist/infra/faults/fault-report.js');
  const lines = await readFile(reportFile, 'utf8').catch(() => '');
  if (lines !== '') console.log(`\n${printFaultReport(lines)}\n`);
}

/** Returns the files that take longest, because all together have a limit of nine minutes. */
function slowest(files) {
  const timed = files.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }));
  const slow = timed.filter(({ ms }) => ms >= SLOW_MS).toSorted((a, b) => b.ms - a.ms);
  return slow.slice(0, SLOWEST_FILES);
}

/**
 * Prints the slowest files, skipped tests, whose titles contain the reason, and failed tests again, because jest printed them thousands of lines earlier.
 * Returns whether there were any tests.
 */
function report(results) {
  const files = results.flatMap(({ testResults = [] }) => testResults);
  const tests = files.flatMap((file) => file.assertionResults);
  for (const { name, ms } of slowest(files))
    console.log(`slow: ${relative(process.cwd(), name)} ${Math.round(ms / 1_000)} s`);
  for (const test of tests) if (isSkipped(test)) console.log(`skipped: ${test.fullName}`);
  for (const file of files) for (const failure of failuresOf(file)) console.log(`failed: ${failure}`);
  const sum = (count) => results.reduce((total, result) => total + (result[count] ?? 0), 0);
  // A file that cannot be loaded has no tests to count.
  const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites');
  console.log(`tests: ${sum('numPassedTests')} passed, ${failed} failed, ${tests.filter(isSkipped).length} skipped`);
  return tests.length > 0;
}

/** @returns a text for each failed test or unloadable file: file, title and the first lines of its message */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [`${path}\n${beginningOf(message)}`];
  return failed.map((test) => `${path}: ${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`);
}

function beginningOf(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}

function isSkipped({ status }) {
  return status !== 'passed' && status !== 'failed';
}
