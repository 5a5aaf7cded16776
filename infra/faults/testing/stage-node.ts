import { freePort } from '../../../api/platform/database/free-port.js';
import { MAIN, PlatformProcess, type ProcessOptions } from '../../bench/environment/platform-process.js';
import { memoryOf } from '../../bench/exports/process-memory.js';

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly status: string; readonly detail?: unknown }>>;
}

/** A node of a stage, always on the same ports, in one process after another, of any build. */
export class StageNode {
  private running: PlatformProcess | undefined;

  private constructor(
    private readonly options: ProcessOptions,
    readonly port: number,
    private readonly opsPort: number,
  ) {}

  static async make(options: ProcessOptions): Promise<StageNode> {
    return new StageNode(options, await freePort(), await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    if (!this.running) throw new Error('The node does not run.');
    return this.running.pid;
  }

  /** Resolves when it is ready. `main` is the entry point of another build. */
  async start(main = MAIN): Promise<void> {
    const settings = { ...this.options.settings, OPS_PORT: String(this.opsPort) };
    this.running = await PlatformProcess.start({ ...this.options, main, port: this.port, settings });
  }

  async restart(main = MAIN): Promise<void> {
    await this.stop();
    await this.start(main);
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async kill(): Promise<void> {
    await this.running?.kill();
    this.running = undefined;
  }

  /** Returns the memory in megabytes. */
  memory(): Promise<number> {
    return memoryOf(this.pid);
  }

  /** Returns the sum of a metric over its labels that contain `label`; 0 when it has none. */
  async metric(name: string, label = ''): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.opsPort}/metrics`)).text();
    const lines = text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line) && line.includes(label));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  async readiness(): Promise<Readiness> {
    return (await (await fetch(`http://127.0.0.1:${this.opsPort}/health/ready`)).json()) as Readiness;
  }
}
