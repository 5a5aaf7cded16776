import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ready-room-npm-test-'));
  cpSync(here, join(root, 'infra/setup'), { recursive: true });
  checks({});
});
afterEach(() => rmSync(root, { recursive: true }));

/** Checks that pass by default. */
function checks(scripts: Record<string, string>): void {
  const names = ['check:types', 'check:lint', 'check:unused', 'check:format', 'check:licences'];
  const passing = Object.fromEntries(names.map((name) => [name, 'true']));
  write('package.json', JSON.stringify({ name: 'small', scripts: { ...passing, ...scripts } }));
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A fake jest that reports these tests. */
function jestReporting(statuses: readonly string[], more: Record<string, unknown> = {}, code = 0): void {
  const count = (status: string) => statuses.filter((each) => each === status).length;
  const results = {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: 0,
    testResults: [
      {
        name: join(root, 'api/small.spec.ts'),
        status: statuses.includes('failed') ? 'failed' : 'passed',
        message: '',
        assertionResults: statuses.map((status, n) => ({
          status,
          fullName: `case ${n} (needs redis)`,
          failureMessages: status === 'failed' ? ['\u001B[31mExpected: 2\u001B[39m\n\nReceived: 3'] : [],
        })),
      },
    ],
    ...more,
  };
  write(
    'node_modules/jest/bin/jest.js',
    `const fs = require('fs');
     const file = process.argv.find((arg) => arg.startsWith('--outputFile=')).slice(13);
     // The second run, of the browser, finds nothing.
     const empty = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
     const isSecond = fs.existsSync('ran');
     fs.writeFileSync('ran', '');
     fs.writeFileSync(file, isSecond ? JSON.stringify(empty) : ${JSON.stringify(JSON.stringify(results))});
     process.exit(isSecond ? 0 : ${code});`,
  );
}

function start() {
  const child = spawn(process.execPath, ['infra/setup/test.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = new Promise<{ code: number | null; lines: string[] }>((resolve) => {
    child.once('close', (code) => resolve({ code, lines: stdout.trimEnd().split('\n') }));
  });
  return { child, ended };
}

it('ends with one line of counts, and prints the reasons of skipped tests', async () => {
  jestReporting(['passed', 'passed', 'pending']);
  const { code, lines } = await start().ended;
  expect(code).toBe(0);
  expect(lines).toEqual(['skipped: case 2 (needs redis)', 'tests: 2 passed, 0 failed, 1 skipped']);
});

it('lists the files that take longest', async () => {
  const files = [4, 90, 12].map((seconds) => {
    const name = join(root, `api/of-${seconds}.spec.ts`);
    return { name, status: 'passed', assertionResults: [], startTime: 1_000, endTime: 1_000 + seconds * 1_000 };
  });
  jestReporting(['passed'], { testResults: files });
  const { lines } = await start().ended;
  expect(lines.slice(0, -1)).toEqual(['slow: api/of-90.spec.ts 90 s', 'slow: api/of-12.spec.ts 12 s']);
});

it('fails for a failed test and for a file that cannot be loaded', async () => {
  jestReporting(['passed', 'failed'], { numRuntimeErrorTestSuites: 1 }, 1);
  const { code, lines } = await start().ended;
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('tests: 1 passed, 2 failed, 0 skipped');
});

it('lists failed tests with their messages at the end', async () => {
  jestReporting(['passed', 'failed'], {}, 1);
  const { lines } = await start().ended;
  expect(lines).toEqual([
    'failed: api/small.spec.ts: case 1 (needs redis)',
    '  Expected: 2',
    '  Received: 3',
    'tests: 1 passed, 1 failed, 0 skipped',
  ]);
});

it('names a file that cannot be loaded', async () => {
  const broken = { name: join(root, 'api/broken.spec.ts'), status: 'failed', message: 'no such module' };
  const testResults = [{ ...broken, assertionResults: [] }];
  jestReporting([], { numRuntimeErrorTestSuites: 1, testResults }, 1);
  const { lines } = await start().ended;
  expect(lines).toEqual(['failed: api/broken.spec.ts', '  no such module', 'tests: 0 passed, 1 failed, 0 skipped']);
});

it('fails for a failed check, but still runs the tests', async () => {
  checks({ 'check:lint': 'false' });
  jestReporting(['passed']);
  const { code, lines } = await start().ended;
  expect(code).toBe(1);
  expect(lines).toEqual(['failed: npm run check:lint', 'tests: 1 passed, 0 failed, 0 skipped']);
});

it('fails when jest ends without a result', async () => {
  write('node_modules/jest/bin/jest.js', 'process.exit(0)');
  const { code, lines } = await start().ended;
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('tests: 0 passed, 0 failed, 0 skipped');
});

it('fails when there are no tests', async () => {
  jestReporting([]);
  const { code, lines } = await start().ended;
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('tests: 0 passed, 0 failed, 0 skipped');
});

it('forwards a signal to jest', async () => {
  write(
    'node_modules/jest/bin/jest.js',
    `const fs = require('fs');
     process.on('SIGTERM', () => { fs.writeFileSync('stopped', ''); process.exit(1); });
     setInterval(() => {}, 1000);
     fs.writeFileSync('started', '');`,
  );
  const { child, ended } = start();
  while (!existsSync(join(root, 'started'))) await pause(20);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(1);
  expect(existsSync(join(root, 'stopped'))).toBe(true);
});
