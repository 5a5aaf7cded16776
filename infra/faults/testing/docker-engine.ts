import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '../../containers/testing/describe-requiring.js';

/** Debian's programs come first, because another Docker client may lack BuildKit. */
const PATH = `/usr/bin:/usr/sbin:${process.env['PATH']}`;
const REGISTRY = 'https://registry-1.docker.io/v2/';
const REGISTRY_ANSWERS_WITHIN_MS = 3_000;
const STARTS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 60_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** The machine's means to run containers. */
interface Offer {
  /** Missing programs and rights. The drill requires an empty list. */
  readonly missing: readonly string[];
  /** True when a Docker engine is already running. */
  readonly isRunning: boolean;
  /** True when images of a public registry can be pulled. */
  readonly hasRegistry: boolean;
  /** Compose 2 is a plug-in of the client; Compose 1 is a separate program. */
  readonly compose: readonly string[];
}

const offer = await look();

/** Declares tests that need a Docker engine. Without one they are skipped, and their title names the missing parts. */
export const withEngine = (name: string, tests: () => void): void =>
  offer.missing.length === 0
    ? describe(name, tests)
    : describe.skip(`${name} (needs ${offer.missing.join(' and ')})`, tests);

/** A Docker engine: the running engine of this machine, otherwise one with separate data, which is removed at the end. */
export class DockerEngine {
  readonly compose = offer.compose;
  /** Without a registry the drill creates the images itself, in its own engine only, because their names are those of the real ones. */
  readonly needsStandIns = !offer.isRunning && !offer.hasRegistry;

  private constructor(
    private readonly environment: NodeJS.ProcessEnv,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<DockerEngine> {
    if (offer.isRunning) return new DockerEngine({}, () => Promise.resolve());
    const folder = mkdtempSync(join(tmpdir(), 'ready-room-engine-'));
    const socket = `unix://${folder}/docker.sock`;
    const places = ['--data-root', `${folder}/data`, '--exec-root', `${folder}/exec`, '--pidfile', `${folder}/pid`];
    // The firewall and the routes of the machine remain unchanged. Published ports work without them.
    const network = ['--bridge=none', '--iptables=false', '--ip-forward=false', '--ip-masq=false'];
    const dockerd = ['dockerd', '--host', socket, ...places, ...network];
    // Its mounts are invisible to the rest of the machine. It ends when this process ends or is killed.
    const apart = ['--pdeathsig=TERM', 'unshare', '--mount', '--propagation', 'private'];
    const log = openSync(join(folder, 'log'), 'a');
    const server = spawn('setpriv', [...apart, ...dockerd], {
      env: { ...process.env, PATH },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const ended = once(server, 'exit');
    const engine = new DockerEngine({ DOCKER_HOST: socket }, async () => {
      if (server.exitCode === null) {
        await engine.removeContainers();
        server.kill('SIGTERM');
        await Promise.race([ended, pause(STOPS_WITHIN_MS, undefined, { ref: false })]);
        server.kill('SIGKILL');
      }
      // Hundreds of thousands of files, for which rmSync would block this process for minutes.
      await engine.run('rm', ['--recursive', '--force', folder]);
    });
    const givesUpAt = performance.now() + STARTS_WITHIN_MS;
    while (!(await engine.answers())) {
      if (server.exitCode === null && performance.now() < givesUpAt) {
        await pause(200);
        continue;
      }
      const said = readFileSync(join(folder, 'log'), 'utf8').slice(-2_000);
      await engine.stop();
      throw new Error(`The Docker engine did not start: ${said}`);
    }
    return engine;
  }

  /** Returns the output of `docker …`. @throws Error with the last output when it failed */
  docker(...words: readonly string[]): Promise<string> {
    return this.run('docker', words);
  }

  /** Runs a client program. @throws Error with the last output when it failed */
  run(program: string, words: readonly string[], cwd = tmpdir(), extra: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = { ...process.env, PATH, DOCKER_BUILDKIT: '1', ...this.environment, ...extra };
    return new Promise((resolve, reject) => {
      execFile(program, words, { cwd, env, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
        if (!error) return resolve(stdout.trim());
        reject(new Error(`${[program, ...words].join(' ')}\n${(stdout + stderr).slice(-3_000)}`));
      });
    });
  }

  private answers(): Promise<boolean> {
    return this.docker('version').then(
      () => true,
      () => false,
    );
  }

  private async removeContainers(): Promise<void> {
    const ids = (await this.docker('ps', '--all', '--quiet').catch(() => '')).split('\n').filter(Boolean);
    if (ids.length > 0) await this.docker('rm', '--force', '--volumes', ...ids).catch(() => undefined);
  }
}

async function look(): Promise<Offer> {
  const succeeds = (...words: string[]): boolean =>
    spawnSync('docker', words, { env: { ...process.env, PATH }, stdio: 'ignore' }).status === 0;
  const isRunning = succeeds('info');
  const hasRegistry = isRunning || (await hasAnswer(REGISTRY));
  const compose = succeeds('compose', 'version') ? ['docker', 'compose'] : ['docker-compose'];
  const programs = [
    'docker',
    compose.length > 1 ? [] : 'docker-compose',
    isRunning ? [] : ['dockerd', 'unshare', 'setpriv'],
    hasRegistry ? [] : 'debootstrap',
    'openssl',
    'git',
  ].flat();
  const missing = programs.filter((program) => findProgram(program) === undefined);
  // Backups are written to a folder of user 1000.
  const rights = process.getuid?.() === 0 ? [] : ['root'];
  return { missing: [...missing, ...rights, ...mountRights(isRunning)], isRunning, hasRegistry, compose };
}

/** An engine of the drill needs the right to mount. */
function mountRights(isRunning: boolean): string[] {
  if (isRunning) return [];
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return [];
  } catch {
    return ['the right to mount'];
  }
}

function hasAnswer(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(REGISTRY_ANSWERS_WITHIN_MS) }).then(
    () => true,
    () => false,
  );
}
