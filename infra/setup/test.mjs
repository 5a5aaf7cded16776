/**
 * `npm test`: types, lint, format and every spec but the long ones of faults, which `--faults` runs alone. The last line says how
 * many tests passed, failed and were skipped.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepTestClusters } from './test-cluster.mjs';

const { faults, rest } = readArguments();
const CHECKS = faults ? [] : ['check:types', 'check:lint', 'check:format', 'check:licences'];
const FAULTS = String.raw`\.faults\.spec\.`;
const WHICH = faults ? ['--testPathPatterns', FAULTS] : ['--testPathIgnorePatterns', FAULTS, '/node_modules/'];
const jest = 'node_modules/jest/bin/jest.js';
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`;

let running;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

const folder = await mkdtemp(join(tmpdir(), 'ready-room-results-'));
try {
  const failedChecks = [];
  for (const check of CHECKS) {
    if (!interrupted && (await run('npm', ['run', '--silent', check])) !== 0) failedChecks.push(check);
  }
  const outputFile = join(folder, 'jest.json');
  // What is killed and restarted is several processes at once, and has the machine to itself.
  const workers = `--maxWorkers=${faults ? 1 : 2}`;
  const args = [jest, workers, '--json', `--outputFile=${outputFile}`, ...WHICH, ...rest];
  const reportFile = join(folder, 'faults.jsonl');
  const environment = { NODE_OPTIONS: nodeOptions.trim(), READY_ROOM_FAULT_REPORT: reportFile };
  const jestCode = interrupted ? 1 : await run(process.execPath, args, environment);
  await sweepTestClusters();
  if (faults) await printFaults(reportFile);
  for (const check of failedChecks) console.log(`failed: npm run ${check}`);
  const results = await readFile(outputFile, 'utf8').then(JSON.parse, () => undefined);
  report(results);
  process.exitCode = jestCode === 0 && failedChecks.length === 0 && results && !interrupted ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readArguments() {
  const rest = process.argv.slice(2);
  return rest[0] === '--faults' ? { faults: true, rest: rest.slice(1) } : { faults: false, rest };
}

function run(program, args, environment = {}) {
  return new Promise((resolve) => {
    // jest prints its own report to stderr; the JSON on stdout is also in the file.
    const stdio = ['ignore', program === 'npm' ? 'inherit' : 'ignore', 'inherit'];
    running = spawn(program, args, { stdio, env: { ...process.env, ...environment } });
    running.once('error', () => resolve(1));
    running.once('exit', (code) => resolve(code ?? 1));
  });
}

async function printFaults(reportFile) {
  const { printFaultReport } = await import('../../dist/infra/faults/fault-report.js');
  const lines = await readFile(reportFile, 'utf8').catch(() => '');
  if (lines !== '') console.log(`\n${printFaultReport(lines)}\n`);
}

/** A spec that cannot run names the reason in its title, so the title is what is printed. */
function report(results) {
  const tests = results?.testResults.flatMap((file) => file.assertionResults) ?? [];
  for (const test of tests) if (isSkipped(test)) console.log(`skipped: ${test.fullName}`);
  // A file that cannot even be loaded has no tests of its own to count.
  const broken = results?.numRuntimeErrorTestSuites ?? 0;
  const passed = results?.numPassedTests ?? 0;
  const failed = (results?.numFailedTests ?? 0) + broken;
  console.log(`tests: ${passed} passed, ${failed} failed, ${tests.filter(isSkipped).length} skipped`);
}

function isSkipped({ status }) {
  return status !== 'passed' && status !== 'failed';
}
