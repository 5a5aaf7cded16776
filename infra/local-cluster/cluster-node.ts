import { until } from '../../api/testing/until.js';
import { MAIN, PlatformProcess, type ProcessOptions } from '../bench/environment/platform-process.js';

/** A node of the cluster, on the same port in one process after another. */
export class ClusterNode {
  private running: PlatformProcess | undefined;
  private main = MAIN;
  private starting: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    readonly name: string,
    private readonly options: Omit<ProcessOptions, 'main'>,
  ) {}

  /** Address of an http node without the proxy; of a worker, its metrics address. */
  get url(): string {
    return this.process.url;
  }

  /** Stops the process in the middle of any work. */
  pause(): void {
    process.kill(this.process.pid, 'SIGSTOP');
  }

  /** Continues after {@link pause}. */
  resume(): void {
    process.kill(this.process.pid, 'SIGCONT');
  }

  /** Resolves when the node is ready. `main` is the entry point of another build for this and all further starts. */
  async start(main = this.main): Promise<void> {
    this.main = main;
    this.starting = this.launch();
    await this.starting;
  }

  /** Resolves when a starting http node listens, ready or not. */
  async lives(): Promise<void> {
    const url = `http://127.0.0.1:${this.options.port}/health/live`;
    await until(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  /** Stops the node as an operator does: it reports that it is not ready, finishes its work and exits. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  /** Kills the node, like a failure of its machine. */
  async kill(): Promise<void> {
    await this.running?.kill();
    this.running = undefined;
  }

  async restart(main?: string): Promise<void> {
    await this.stop();
    await this.start(main);
  }

  /** Ends the node for good. A start in progress fails. */
  async close(): Promise<void> {
    this.closed = true;
    await this.starting.catch(() => undefined);
    await this.stop();
  }

  /** Returns whether this worker is the leader. */
  async leads(): Promise<boolean> {
    if (!this.running) return false;
    return /^ready_room_leader 1$/m.test(await (await fetch(`${this.url}/metrics`)).text());
  }

  private async launch(): Promise<void> {
    if (this.closed) throw new Error(`${this.name} belongs to a cluster that was stopped.`);
    this.running = await PlatformProcess.start({ ...this.options, main: this.main });
  }

  private get process(): PlatformProcess {
    if (!this.running) throw new Error(`${this.name} does not run.`);
    return this.running;
  }
}
