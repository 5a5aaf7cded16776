import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { undoWhenInterrupted } from './interruption.js';
import { measuredBuild } from './measured-build.js';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

export const MAIN = join('dist', 'api', 'main.js');

export interface ProcessOptions {
  readonly dataDir: string;
  /** The platform's own entry point, or one of the benchmarks that changes it. */
  readonly main?: string;
  /** Log file below the data folder. */
  readonly log?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly nodeArguments?: readonly string[];
  /** Settings that override the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The built platform in its own process with its usual settings. Its log is a file in the data folder. */
export class PlatformProcess {
  private constructor(
    readonly url: string,
    /** Milliseconds from spawning it to its ready line. */
    readonly readyAfter: number,
    private readonly child: ChildProcess,
  ) {
    const undone = undoWhenInterrupted(() => this.stop());
    child.once('exit', undone);
  }

  static async start(options: ProcessOptions): Promise<PlatformProcess> {
    const { dataDir, main = MAIN, log: logName = 'bench.log', port = 0, nodeArguments = [], settings = {} } = options;
    const began = performance.now();
    const log = join(dataDir, logName);
    const child = spawn(process.execPath, [...nodeArguments, resolve(measuredBuild(), main)], {
      cwd: measuredBuild(),
      env: { ...platformEnvironment(dataDir), PORT: String(port), ...settings },
      // Ctrl-C in the terminal must not reach the platform: it is stopped in turn.
      detached: true,
      stdio: ['ignore', 'pipe', openSync(log, 'a')],
    });
    let output = '';
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    for (;;) {
      const ready = /^ready (\S+)$/m.exec(output);
      if (ready) return new PlatformProcess(ready[1]!, performance.now() - began, child);
      if (child.exitCode !== null || performance.now() - began > READY_WITHIN_MS) {
        child.kill('SIGKILL');
        throw new Error(`The platform did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  get pid(): number {
    return this.child.pid!;
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }
}

/** The environment is not inherited, so that the shell's settings do not change the measurements. */
export const platformEnvironment = (dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  OPS_PORT: '0',
  DEMO: 'off',
  BOOTSTRAP_ADMIN_USERNAME: 'admin',
  BOOTSTRAP_ADMIN_EMAIL: 'admin@bench.example',
  BOOTSTRAP_ADMIN_PASSWORD: 'orbital_mechanics_7#',
});
