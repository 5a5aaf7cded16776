import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATIONS } from '../../../migrations.js';
import { until } from '../../../testing/until.js';
import { openDataDir } from '../data-dir.js';
import { migrate } from '../migrate.js';
import { APP_ROLE, withClient } from '../postgres-roles.js';
import { type RunningPostgres, runPostgres } from '../postgres-run.js';
import { stopServer } from '../postgres-server.js';
import { type SpawnedServer, spawnServer, startStandby } from '../standby.js';
import type { TestDatabase } from './test-database.js';

/** Cancels statements of the standby that block the replay of WAL after a moment, so that tests do not wait for it. */
const STANDBY_SETTINGS = { max_standby_streaming_delay: '200ms' };

const CANCELLED_BY_REPLAY = '40001';

/** A migrated database on a server of its own, and a standby that follows it by streaming replication. */
export class ReplicatedDatabase implements TestDatabase {
  private constructor(
    private readonly dataDir: string,
    private readonly primary: RunningPostgres,
    private standby: SpawnedServer,
  ) {}

  static async start(): Promise<ReplicatedDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'ready-room-replicated-'));
    await chmod(folder, 0o711);
    const dataDir = await openDataDir(folder);
    const primary = await runPostgres(dataDir, () => undefined);
    await migrate(primary.adminUrl, APP_ROLE, MIGRATIONS);
    const directory = join(dataDir, 'standby');
    const standby = await startStandby(primary, primary.superuserUrl, directory, STANDBY_SETTINGS);
    const database = new ReplicatedDatabase(dataDir, primary, standby);
    await database.inStep();
    return database;
  }

  get superuserUrl(): string {
    return this.primary.superuserUrl;
  }

  get adminUrl(): string {
    return this.primary.adminUrl;
  }

  get appUrl(): string {
    return this.primary.appUrl;
  }

  /** The address of the standby, for the application's role. */
  get replicaUrl(): string {
    return this.onStandby(this.appUrl);
  }

  /** Waits until the standby accepts connections and has replayed all writes of the primary. */
  async inStep(): Promise<void> {
    const lsn = await textOf(this.superuserUrl, 'select pg_current_wal_flush_lsn()::text as text');
    const reached = `select (pg_last_wal_replay_lsn() >= '${lsn}')::text as text`;
    await until(async () => (await this.askStandby(reached).catch(() => 'no')) === 'true');
  }

  /** Stops the replay of received WAL, so that the standby falls behind. */
  async pauseReplay(): Promise<void> {
    await this.askStandby('select pg_wal_replay_pause()::text as text');
    await until(async () => (await this.askStandby('select pg_get_wal_replay_pause_state() as text')) === 'paused');
  }

  async resumeReplay(): Promise<void> {
    await this.askStandby('select pg_wal_replay_resume()::text as text');
  }

  /** Makes the standby a primary of its own. */
  async promoteStandby(): Promise<void> {
    await this.askStandby('select pg_promote()::text as text');
  }

  async killStandby(): Promise<void> {
    await this.standby.kill('SIGQUIT');
  }

  async restartStandby(): Promise<void> {
    this.standby = spawnServer(
      this.primary.cluster,
      join(this.dataDir, 'standby'),
      this.standby.port,
      STANDBY_SETTINGS,
    );
    await this.inStep();
  }

  /** Runs a statement on the standby as its superuser, and returns its column `text`. Repeats it when the replay of WAL cancels it. */
  async askStandby(statement: string): Promise<string | undefined> {
    for (;;) {
      try {
        return await textOf(this.onStandby(this.superuserUrl), statement);
      } catch (error) {
        if ((error as pg.DatabaseError).code !== CANCELLED_BY_REPLAY) throw error;
      }
    }
  }

  async drop(): Promise<void> {
    await this.standby.kill('SIGQUIT').catch(() => undefined);
    await stopServer(this.primary.cluster.directory, this.primary.pid);
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private onStandby(url: string): string {
    const changed = new URL(url);
    changed.port = String(this.standby.port);
    return changed.href;
  }
}

const textOf = (url: string, statement: string): Promise<string | undefined> =>
  withClient(url, async (client) => (await client.query<{ text: string }>(statement)).rows[0]?.text);
