import { freePort } from '../free-port.js';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ADMIN_ROLE, APP_ROLE, DATABASE, ensureDatabase, ensureRoles, withClient } from '../postgres-roles.js';
import type { PostgresUrls } from '../postgres-run.js';
import { postgresUser } from '../postgres-user.js';

/** PostgreSQL of the operating system, with server and client programs. */
export interface SystemPostgres {
  readonly version: number;
  readonly bin: string;
}

const WHERE = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
const PATIENCE_MS = 20_000;
const run = promisify(execFile);

/** Finds the newest installed version; undefined when none is installed. */
export function findSystemPostgres(): SystemPostgres | undefined {
  const versions = existsSync(WHERE) ? readdirSync(WHERE).map(Number).filter(Number.isInteger) : [];
  return versions
    .toSorted((a, b) => b - a)
    .map((version) => ({ version, bin: join(WHERE, String(version), 'bin') }))
    .find(({ bin }) => NEEDED.every((name) => existsSync(join(bin, name))));
}

/** Starts a new cluster with the platform's roles and database. Requires no passwords, and listens on loopback only. */
export async function startSystemPostgres({ bin }: SystemPostgres): Promise<PostgresUrls & { stop(): Promise<void> }> {
  const user = await postgresUser();
  const folder = await mkdtemp(join(tmpdir(), 'ready-room-system-postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const directory = join(folder, 'cluster');
  const options = { ...user, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  await run(
    join(bin, 'initdb'),
    ['-D', directory, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    options,
  );
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB'];
  const server = spawn(join(bin, 'postgres'), ['-D', directory, ...settings.flatMap((each) => ['-c', each])], {
    ...options,
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const urlOf = (role: string, database = DATABASE) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  await untilItAnswers(urlOf('postgres', 'postgres'));
  await withClient(urlOf('postgres', 'postgres'), async (client) => {
    await ensureRoles(client, { admin: '', app: '' });
    await ensureDatabase(client, DATABASE);
  });
  return {
    superuserUrl: urlOf('postgres'),
    adminUrl: urlOf(ADMIN_ROLE),
    appUrl: urlOf(APP_ROLE),
    stop: async () => {
      server.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs a client program and waits until it exits.
 * @throws Error with the program's error output
 */
export function runClient({ bin }: SystemPostgres, program: string, args: readonly string[]): void {
  execFileSync(join(bin, program), args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function untilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await withClient(url, async (client) => void (await client.query('select 1')));
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}
