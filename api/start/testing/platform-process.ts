import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Options of a process under test. */
export interface Launch {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment besides PATH. Nothing is inherited, so there is no LANG. */
  readonly env?: Readonly<Record<string, string>>;
  readonly unprivileged?: boolean;
}

/** A platform that runs in its own process group. */
export interface PlatformProcess {
  readonly pid: number;
  /** The address of the ready line. */
  ready(): Promise<string>;
  exited(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stdout(): string;
  stderr(): string;
}

const DEADLINE_MS = 30_000;
const NOBODY_UID = 65_534;
const live = new Set<ChildProcess>();

export const isRoot = process.getuid?.() === 0;

/** Returns undefined until the ready line is printed. */
const readyLine = (stdout: string): string | undefined => /^ready (\S+)$/m.exec(stdout)?.[1];

export function launch({ command, cwd, env = {}, unprivileged = false }: Launch): PlatformProcess {
  const [program, ...args] = unprivileged && isRoot ? [...asUnprivilegedUser(cwd), ...command] : command;
  const child = spawn(program!, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  live.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  let exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;
  child.once('close', (code, signal) => {
    exit = { code, signal };
    live.delete(child);
  });
  return {
    pid: child.pid!,
    ready: () =>
      eventually('the ready line', () => {
        if (exit) throw new Error(`ended with code ${exit.code} before it was ready: ${stderr}`);
        return readyLine(stdout);
      }),
    exited: () => eventually('its exit', () => exit),
    stdout: () => stdout,
    stderr: () => stderr,
  };
}

/** Kills the processes of failed tests. */
export function killAll(): void {
  for (const child of live) {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // Has exited meanwhile.
    }
  }
}

/** Polls until a value is returned. */
export async function eventually<T>(what: string, look: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await pause(20);
  }
  throw new Error(`${what} did not come within ${DEADLINE_MS} ms`);
}

/**
 * An ordinary user that every system has. When the checkout is in a folder that this user cannot access, it may search and read like root,
 * but still writes and owns nothing.
 */
function asUnprivilegedUser(cwd: string): string[] {
  const drop = [`--reuid=${NOBODY_UID}`, `--regid=${NOBODY_UID}`, '--clear-groups'];
  const reachable = spawnSync('setpriv', [...drop, 'ls', join(cwd, 'node_modules/pg/')]).status === 0;
  const see = reachable ? [] : ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  return ['setpriv', ...drop, ...see];
}
