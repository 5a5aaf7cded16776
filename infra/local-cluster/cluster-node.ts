import { until } from '../../api/testing/until.js';
import { MAIN, PlatformProcess, type ProcessOptions } from '../bench/environment/platform-process.js';

/** One node of the cluster: always on the same port, in one process after another. */
export class ClusterNode {
  private running: PlatformProcess | undefined;
  private main = MAIN;
  private starting: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    readonly name: string,
    private readonly options: Omit<ProcessOptions, 'main'>,
  ) {}

  /** Of an http node where it serves, past the proxy; of a worker where its metrics are. */
  get url(): string {
    return this.process.url;
  }

  /** Stops it in the middle of whatever it does. */
  hold(): void {
    process.kill(this.process.pid, 'SIGSTOP');
  }

  /** After {@link hold}. */
  goOn(): void {
    process.kill(this.process.pid, 'SIGCONT');
  }

  /** Resolves once it is ready; `main` is the entry point of another build, for this and all further starts. */
  async start(main = this.main): Promise<void> {
    this.main = main;
    this.starting = this.launch();
    await this.starting;
  }

  /** Resolves once an http node that is starting listens, ready or not. */
  async lives(): Promise<void> {
    const url = `http://127.0.0.1:${this.options.port}/health/live`;
    await until(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  /** As an operator stops it: it says that it is not ready, finishes and ends. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  /** As the machine it runs on fails. */
  async kill(): Promise<void> {
    await this.running?.kill();
    this.running = undefined;
  }

  async restart(main?: string): Promise<void> {
    await this.stop();
    await this.start(main);
  }

  /** Ends it for good: whoever is just starting it again has to give up. */
  async close(): Promise<void> {
    this.closed = true;
    await this.starting.catch(() => undefined);
    await this.stop();
  }

  /** Whether this worker leads. */
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
