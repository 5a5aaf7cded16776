import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { oncePerRun } from '../../api/platform/database/testing/once-per-run.js';
import { openTestLog } from '../../api/platform/eventsourcing/testing/test-log.js';

const MAIN = resolve('dist/api/main.js');
const DEADLINE_MS = 90_000;
const PRINTED_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 50;
const execute = promisify(execFile);

export interface Account {
  username: string;
  password: string;
  role: string;
}

export interface Platform {
  url: string;
  accounts: Account[];
  /** Folder of the mails, which are files while no mail server is configured. */
  outbox: string;
  /** Returns the output so far. */
  output(): string;
  /** Waits until the output contains this text. */
  printed(text: string): Promise<void>;
  /** Kills the process with SIGKILL, to simulate a power failure. */
  kill(): Promise<void>;
  /** Restarts after `kill`, with the same data and address. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built platform with the demo data, as `npm start` does; `settings` are environment variables. The data is a copy of what the
 * first start in this test run has made, because that takes four times as long.
 */
export async function startPlatform(settings: Readonly<Record<string, string>> = {}): Promise<Platform> {
  // A copy of the data folder has no events if the log is in KurrentDB.
  if (process.env.KURRENTDB_URL) return startNewPlatform(settings);
  const { dataDir } = await oncePerRun('demo', async (folder) => {
    await end((await launchMain({ DATA_DIR: folder, PORT: '0' }, () => undefined)).child, 'SIGTERM');
    return { dataDir: folder };
  });
  return start(settings, (folder) => execute('cp', ['-a', `${dataDir}/.`, folder]));
}

/** Like `startPlatform`, but without data, so that the output includes the first start. */
export function startNewPlatform(settings: Readonly<Record<string, string>> = {}): Promise<Platform> {
  return start(settings, async () => undefined);
}

async function start(
  settings: Readonly<Record<string, string>>,
  fill: (dataDir: string) => Promise<unknown>,
): Promise<Platform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ready-room-e2e-'));
  chmodSync(dataDir, 0o711); // as root, the database runs as another user, who needs access
  await fill(dataDir);
  const log = await openTestLog();
  const environment = { ...log.environment, ...settings, DATA_DIR: dataDir };
  let output = '';
  const launch = (port: string) =>
    launchMain({ ...environment, PORT: port }, (text) => (output += text)).catch((error: Error) => {
      throw new Error(`${error.message}\n${output}`);
    });
  let running = await launch('0');
  const { url } = running;
  return {
    url,
    accounts: JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8')) as Account[],
    outbox: join(dataDir, 'outbox'),
    output: () => output,
    async printed(text) {
      const deadline = Date.now() + PRINTED_WITHIN_MS;
      while (!output.includes(text)) {
        if (Date.now() > deadline) throw new Error(`The platform did not print "${text}" in time.`);
        await pause(LOOK_AGAIN_MS);
      }
    },
    kill: () => end(running.child, 'SIGKILL'),
    async startAgain() {
      running = await launch(new URL(url).port);
    },
    async stop() {
      await end(running.child, 'SIGTERM');
      log.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Running {
  child: ChildProcess;
  url: string;
}

/** Starts the process and resolves when it is ready. */
function launchMain(settings: Readonly<Record<string, string>>, onOutput: (text: string) => void): Promise<Running> {
  if (!existsSync(MAIN)) throw new Error('This spec needs the build. Run "node infra/setup/prepare.mjs" first.');
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, OPS_PORT: '0', NODE_OPTIONS: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((found, failed) => {
    const timer = setTimeout(() => failed(new Error('The platform was not ready in time.')), DEADLINE_MS);
    child.once('exit', () => failed(new Error('The platform exited before it was ready.')));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        onOutput(chunk.toString());
        const url = /^ready (\S+)$/m.exec(output)?.[1];
        if (!url) return;
        clearTimeout(timer);
        found({ child, url });
      });
    }
  });
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await ended;
}
