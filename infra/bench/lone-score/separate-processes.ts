import { urlsOf } from '../../../api/platform/database/postgres-run.js';
import { loadPostgresState } from '../../../api/platform/database/postgres-state.js';
import { makeDataDir } from '../environment/data-dir.js';
import { postgresPid } from '../environment/database.js';
import { newSecrets } from '../environment/new-secrets.js';
import { PlatformProcess } from '../environment/platform-process.js';
import type { MeteredProcesses } from '../scale/meter.js';
import { loadStatementCounter } from './database-work.js';

/** A worker with its embedded database and an http node, each in its own process. All of them belong to the measured build. */
export class SeparateProcesses implements MeteredProcesses {
  private constructor(
    readonly dataDir: string,
    readonly superuserUrl: string,
    readonly databasePid: number,
    readonly worker: PlatformProcess,
    readonly httpNode: PlatformProcess,
    private readonly remove: () => Promise<void>,
  ) {}

  static async start(): Promise<SeparateProcesses> {
    const { dataDir, remove } = await makeDataDir('lone-score');
    // Each user has its own address, given by X-Forwarded-For. The reset lets the bootstrap administrator sign in.
    const settings = { ...newSecrets(), TRUSTED_PROXIES: '1', RESET_WITHOUT_PROOF: 'true' };
    const startWorker = () =>
      PlatformProcess.start({ dataDir, log: 'worker.log', settings: { ...settings, ROLES: 'worker' } });
    const first = await startWorker();
    const { superuserUrl, appUrl, adminUrl } = urlsOf((await loadPostgresState(dataDir))!);
    await loadStatementCounter(superuserUrl);
    await first.stop();
    const worker = await startWorker();
    const database = { DATABASE_URL: appUrl, DATABASE_ADMIN_URL: adminUrl };
    const httpNode = await PlatformProcess.start({
      dataDir,
      log: 'http.log',
      settings: { ...settings, ...database, ROLES: 'http' },
    });
    return new SeparateProcesses(dataDir, superuserUrl, await postgresPid(dataDir), worker, httpNode, remove);
  }

  get httpNodes(): readonly PlatformProcess[] {
    return [this.httpNode];
  }

  async stop(): Promise<void> {
    await this.httpNode.stop();
    await this.worker.stop();
    await this.remove();
  }
}
