import { postgresPid } from '../environment/database.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { startSharedDatabase } from '../environment/shared-database.js';

type Settings = Readonly<Record<string, string>>;

/** A database, a worker and the requested number of http nodes, each in its own process, without a proxy: the caller picks the node. */
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
    // Each socket has its own address, given by X-Forwarded-For.
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

  /** Restarts the nodes, so that one measurement does not affect the next. */
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
