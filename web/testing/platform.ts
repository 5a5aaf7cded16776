import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const MAIN = resolve('dist/api/main.js');
const DEADLINE_MS = 45_000;

export interface Account {
  username: string;
  password: string;
  role: string;
}

export interface Platform {
  url: string;
  accounts: Account[];
  /** Where mails lie as files, as long as no mail server is set. */
  outbox: string;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the built platform on data of its own, as `npm start` does; `settings` are environment variables. */
export async function startPlatform(settings: Readonly<Record<string, string>> = {}): Promise<Platform> {
  if (!existsSync(MAIN)) throw new Error('This spec tests the build: run "node infra/setup/prepare.mjs" first.');
  const dataDir = mkdtempSync(join(tmpdir(), 'ready-room-e2e-'));
  chmodSync(dataDir, 0o711); // as root the database runs as another user, who must get through
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', OPS_PORT: '0', NODE_OPTIONS: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((found, failed) => {
    const giveUp = (why: string) => failed(new Error(`${why}\n${output}`));
    const timer = setTimeout(() => giveUp('The platform was not ready in time.'), DEADLINE_MS);
    child.once('exit', () => giveUp('The platform ended before it was ready.'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const ready = /^ready (\S+)$/m.exec(output);
        if (!ready?.[1]) return;
        clearTimeout(timer);
        found(ready[1]);
      });
    }
  });
  return {
    url,
    accounts: JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8')) as Account[],
    outbox: join(dataDir, 'outbox'),
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
