import { join } from 'node:path';
import { openDataDir } from '../../../api/platform/database/data-dir.js';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import { type RunningPostgres, runPostgres } from '../../../api/platform/database/postgres-run.js';
import { type SpawnedServer, startStandby } from '../../../api/platform/database/standby.js';
import { FaultProxy } from '../../../api/testing/fault-proxy.js';
import { until } from '../../../api/testing/until.js';
import { makeDataDir } from '../../bench/environment/data-dir.js';

/** A primary and a standby with streaming replication, behind one address that moves in a failover. */
export class PostgresPair {
  private constructor(
    readonly dataDir: string,
    private readonly primary: RunningPostgres,
    private readonly address: FaultProxy,
    private readonly replication: FaultProxy,
    private readonly standby: SpawnedServer,
    private readonly removeFolder: () => Promise<void>,
  ) {}

  static async start(): Promise<PostgresPair> {
    const { dataDir, remove } = await makeDataDir('pair');
    const primary = await runPostgres(await openDataDir(dataDir), () => undefined);
    const replication = await FaultProxy.start(primary.superuserUrl);
    const standby = await startStandby(primary, replication.through(primary.superuserUrl), join(dataDir, 'standby'));
    return new PostgresPair(dataDir, primary, await FaultProxy.start(primary.appUrl), replication, standby, remove);
  }

  /** The application's address, which leads to the current primary. */
  get appUrl(): string {
    return this.address.through(this.primary.appUrl);
  }

  get adminUrl(): string {
    return this.address.through(this.primary.adminUrl);
  }

  /** The application's address of the standby. */
  get replicaUrl(): string {
    const url = new URL(this.primary.appUrl);
    url.port = String(this.standby.port);
    return url.href;
  }

  /** Waits until the standby has replayed all writes of the primary. */
  async inStep(): Promise<void> {
    const lsn = await queryText(this.primary.superuserUrl, 'select pg_current_wal_lsn()::text as answer');
    await until(
      async () =>
        (await queryText(this.standbyUrl, `select (pg_last_wal_replay_lsn() >= '${lsn}')::text as answer`)) === 'true',
    );
  }

  /** Cuts the standby off from the primary. */
  stopReplicating(): void {
    this.replication.silence();
  }

  /** The standby receives the WAL again. */
  async resumeReplicating(): Promise<void> {
    await this.replication.heal();
    this.replication.cut();
  }

  async killStandby(): Promise<void> {
    await this.standby.kill('SIGQUIT');
  }

  /** Kills the primary, promotes the standby and moves the address to it. */
  async failOver(): Promise<void> {
    await this.replication.close();
    process.kill(this.primary.pid, 'SIGQUIT');
    await queryText(this.standbyUrl, 'select pg_promote()::text as answer');
    await this.address.moveTo(this.standbyUrl);
  }

  async close(): Promise<void> {
    await this.address.close();
    await this.replication.close();
    await this.standby.kill('SIGQUIT');
    try {
      process.kill(this.primary.pid, 'SIGQUIT');
    } catch {
      // Already killed by the failover.
    }
    await this.removeFolder();
  }

  private get standbyUrl(): string {
    const url = new URL(this.primary.superuserUrl);
    url.port = String(this.standby.port);
    return url.href;
  }
}

const queryText = (url: string, text: string): Promise<string | undefined> =>
  withClient(url, async (client) => (await client.query<{ answer: string }>(text)).rows[0]?.answer);
