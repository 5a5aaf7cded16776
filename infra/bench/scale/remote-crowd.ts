import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { undoWhenInterrupted } from '../environment/interruption.js';
import { measuredBuild } from '../environment/measured-build.js';
import type { Guest } from './crowd.js';
import type { ReceivedMessages, Watch } from './light-socket.js';

export type Question =
  | { readonly ask: 'admit'; readonly guests: readonly Guest[]; readonly nodes: number }
  | { readonly ask: 'watch' | 'unwatch'; readonly watch: Watch }
  | { readonly ask: 'received' | 'leave' };
export interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

/** A crowd in a separate process, with one request at a time. */
export class RemoteCrowd {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts the crowd, whose pages report as often as those of the measured build. */
  static async start(): Promise<RemoteCrowd> {
    const rule = join(measuredBuild(), 'dist/api/contracts/presence.rule.js');
    const { REPORT_EVERY_MS } = (await import(rule)) as { readonly REPORT_EVERY_MS: number };
    const script = join(PACKAGE_ROOT, 'dist/infra/bench/scale/crowd.process.js');
    const child = fork(script, [String(REPORT_EVERY_MS)], { stdio: 'inherit' });
    const forget = undoWhenInterrupted(() => Promise.resolve(child.kill()));
    child.once('exit', forget);
    return new RemoteCrowd(child);
  }

  /** Resolves when all of them are connected and have received their topic. */
  async admit(guests: readonly Guest[], nodes: number): Promise<void> {
    await this.ask({ ask: 'admit', guests, nodes });
  }

  async watch(watch: Watch): Promise<void> {
    await this.ask({ ask: 'watch', watch });
  }

  async unwatch(watch: Watch): Promise<void> {
    await this.ask({ ask: 'unwatch', watch });
  }

  /** Returns the received messages since the last call. */
  async takeReceived(): Promise<ReceivedMessages> {
    return (await this.ask({ ask: 'received' })) as ReceivedMessages;
  }

  async leave(): Promise<void> {
    await this.ask({ ask: 'leave' });
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.disconnect();
    await exit;
  }

  private async ask(question: Question): Promise<unknown> {
    const answered = once(this.child, 'message') as Promise<[Answer]>;
    this.child.send(question);
    const [{ value, error }] = await answered;
    if (error !== undefined) throw new Error(error);
    return value;
  }
}
