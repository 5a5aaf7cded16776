import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { undoWhenInterrupted } from '../bench/environment/interruption.js';

const DEADLINE_MS = 20_000;
const LOOK_EVERY_MS = 20;

export interface Service {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file for its output. */
  readonly log: string;
  /** Checks whether it serves. A rejection means not yet. */
  readonly answers: () => Promise<boolean>;
}

/** A third-party server in a process without inherited environment. */
export class ServiceProcess {
  private constructor(private readonly child: ChildProcess) {
    child.once(
      'exit',
      undoWhenInterrupted(() => this.stop()),
    );
  }

  /** Resolves when it answers. @throws Error with its output when it does not. */
  static async start({ program, args, env = {}, log, answers }: Service): Promise<ServiceProcess> {
    const output = openSync(log, 'a');
    const service = new ServiceProcess(
      spawn(program, args, {
        env: { PATH: process.env['PATH'], ...env }, // Ctrl-C in the terminal must not reach the server: it is stopped in turn.
        detached: true,
        stdio: ['ignore', output, output],
      }),
    );
    const deadline = performance.now() + DEADLINE_MS;
    while (!(await answers().catch(() => false))) {
      if (service.hasEnded || performance.now() > deadline) {
        await service.stop();
        throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
      }
      await pause(LOOK_EVERY_MS);
    }
    return service;
  }

  /** Kills it. Its data is not needed afterwards. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
