import { postgresPid } from '../environment/database.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { startSharedDatabase } from '../environment/shared-database.js';

type Settings = Readonly<Record<string, string>>;

/** A database, a worker, and as many http nodes as asked for, each a process of its own; no proxy: who asks picks the node. */
export class ScaleCluster {
  private nodes: PlatformProcess[] = [];

  private constructor(
    readonly dataDir: string,
    readonly settings: Settings,
    readonly databasePid: number,
    readonly worker: PlatformProcess,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(): Promise<ScaleCluster> {
    const database = await startSharedDatabase('scale');
    const { dataDir } = database;
    // Each socket comes from an address of its own, as X-Forwarded-For says.
    const settings = { ...database.settings, TRUSTED_PROXIES: '1' };
    try {
      const worker = await PlatformProcess.start({
        dataDir,
        log: 'worker.log',
        settings: { ...settings, ROLES: 'worker' },
      });
      return new ScaleCluster(dataDir, settings, await postgresPid(dataDir), worker, database.close);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  get httpNodes(): readonly PlatformProcess[] {
    return this.nodes;
  }

  /** Starts them anew: what one measurement left behind is not in the next. */
  async startHttpNodes(count: number): Promise<readonly PlatformProcess[]> {
    await this.stopHttpNodes();
    const { dataDir, settings } = this;
    for (let nth = 1; nth <= count; nth += 1) {
      const log = `http-${nth}.log`;
      this.nodes.push(await PlatformProcess.start({ dataDir, log, settings: { ...settings, ROLES: 'http' } }));
    }
    return this.nodes;
  }

  async stopHttpNodes(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    this.nodes = [];
  }

  async stop(): Promise<void> {
    await this.stopHttpNodes();
    await this.worker.stop();
    await this.end();
  }
}
