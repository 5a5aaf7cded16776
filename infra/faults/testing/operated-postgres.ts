import { appendFile, chown, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRunningCluster } from '../../../api/platform/database/cluster-copy.js';
import { openDataDir } from '../../../api/platform/database/data-dir.js';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import { type RunningPostgres, runPostgres } from '../../../api/platform/database/postgres-run.js';
import { stopServer } from '../../../api/platform/database/postgres-server.js';
import { type SpawnedServer, spawnServer } from '../../../api/platform/database/standby.js';
import { until } from '../../../api/testing/until.js';
import { makeDataDir } from '../../bench/environment/data-dir.js';

/** A PostgreSQL that operators run, archive and recover as its manual says. The platform only has its addresses. */
export class OperatedPostgres {
  private server: SpawnedServer;

  private constructor(
    readonly dataDir: string,
    private readonly made: RunningPostgres,
    private readonly removeFolder: () => Promise<void>,
  ) {
    this.server = this.spawn();
  }

  static async start(): Promise<OperatedPostgres> {
    const { dataDir, remove } = await makeDataDir('operated');
    const made = await runPostgres(await openDataDir(dataDir), () => undefined);
    await stopServer(made.cluster.directory, made.pid);
    const { user } = made.cluster;
    const archive = join(dataDir, 'archive');
    await mkdir(archive);
    if (user) await chown(archive, user.uid, user.gid);
    const postgres = new OperatedPostgres(dataDir, made, remove);
    await postgres.untilWritable();
    return postgres;
  }

  get appUrl(): string {
    return this.made.appUrl;
  }

  get adminUrl(): string {
    return this.made.adminUrl;
  }

  /** Copies the files of the running server, as `pg_basebackup` does. */
  async takeBase(): Promise<void> {
    await copyRunningCluster(this.made.superuserUrl, this.made.cluster.directory, this.base, this.made.cluster.user);
  }

  /** Recovers the base backup to a moment and replaces the present files. Connected nodes lose their connections. */
  async recoverTo(moment: Date): Promise<void> {
    const { directory, user } = this.made.cluster;
    await this.server.kill('SIGINT');
    await rename(directory, join(this.dataDir, 'before'));
    await rename(this.base, directory);
    const settings = `restore_command = 'cp ${join(this.dataDir, 'archive', '%f')} %p'
      recovery_target_time = '${moment.toISOString().replace('Z', '+00:00')}'
      recovery_target_action = 'promote'\n`;
    await appendFile(join(directory, 'postgresql.auto.conf'), settings);
    const signal = join(directory, 'recovery.signal');
    await writeFile(signal, '');
    if (user) await chown(signal, user.uid, user.gid);
    this.server = this.spawn();
    await this.untilWritable();
  }

  async close(): Promise<void> {
    await this.server.kill('SIGQUIT');
    await this.removeFolder();
  }

  private get base(): string {
    return join(this.dataDir, 'base');
  }

  private spawn(): SpawnedServer {
    const archived = join(this.dataDir, 'archive', '%f');
    return spawnServer(this.made.cluster, this.made.cluster.directory, this.made.port, {
      archive_mode: 'on',
      archive_command: `test ! -f ${archived} && cp %p ${archived}`,
      archive_timeout: '60',
    });
  }

  private async untilWritable(): Promise<void> {
    const isReadOnly = async (): Promise<boolean> =>
      withClient(this.made.superuserUrl, async (client) => {
        const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
        return rows[0]!.is;
      });
    await until(async () => !(await isReadOnly().catch(() => true)));
  }
}
