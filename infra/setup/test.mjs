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
const CHECKS = faults ? [] : ['check:types', 'check:lint', 'check:format'];
/** Specs share two cores, a PostgreSQL and its oldest transaction: a few that failed are given the machine to themselves, once. */
const MAX_AGAIN = 5;
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
  const args = [...common(outputFile), '--maxWorkers=2', ...WHICH, ...rest];
  let files = await runJest(args, outputFile);
  const failedFiles = files?.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? [];
  if (!interrupted && failedFiles.length > 0 && failedFiles.length <= MAX_AGAIN) {
    for (const name of failedFiles) console.log(`again, by itself: ${name}`);
    const again = await runJest(
      [...common(outputFile), '--maxWorkers=1', '--runTestsByPath', ...failedFiles],
      outputFile,
    );
    files = again && [...files.filter(({ name }) => !failedFiles.includes(name)), ...again];
  }
  await sweepTestClusters();
  for (const check of failedChecks) console.log(`failed: npm run ${check}`);
  const failed = report(files ?? []);
  process.exitCode = failed === 0 && failedChecks.length === 0 && files && !interrupted ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What every file's tests came to; undefined when jest did not get that far. */
async function runJest(args, outputFile) {
  await rm(outputFile, { force: true });
  if (!interrupted) await run(process.execPath, args, { NODE_OPTIONS: nodeOptions.trim() });
  const results = await readFile(outputFile, 'utf8').then(JSON.parse, () => undefined);
  return results?.testResults;
}

function common(outputFile) {
  return [jest, '--json', `--outputFile=${outputFile}`];
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

/** How many failed. A spec that cannot run names the reason in its title, so the title is what is printed. */
function report(files) {
  const tests = files.flatMap((file) => file.assertionResults);
  for (const test of tests) if (isSkipped(test)) console.log(`skipped: ${test.fullName}`);
  // A file that cannot even be loaded has no tests of its own to count.
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length;
  const failed = tests.filter(isFailed).length + broken;
  const passed = tests.filter(({ status }) => status === 'passed').length;
  console.log(`tests: ${passed} passed, ${failed} failed, ${tests.filter(isSkipped).length} skipped`);
  return failed;
}

function isFailed({ status }) {
  return status === 'failed';
}

function isSkipped({ status }) {
  return ['pending', 'skipped', 'disabled', 'todo'].includes(status);
}
