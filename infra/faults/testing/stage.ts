import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../api/platform/database/embedded-postgres.js';
import { makeDataDir } from '../../bench/environment/data-dir.js';
import { newSecrets } from '../../bench/environment/new-secrets.js';
import { type Account, type ClassAccounts, readAccounts } from '../../simulate/accounts.js';
import { type PreparedClass, prepareClass } from '../../simulate/prepare-class.js';
import { BrokenBuild, type Breakage } from './broken-build.js';
import { StageNode } from './stage-node.js';

/**
 * The setting of the faults of one file: a database with the demo data on a permanent server, and nodes of any build that start and stop.
 * {@link close} deletes everything.
 */
export class Stage {
  private readonly nodes: StageNode[] = [];
  private readonly builds: BrokenBuild[] = [];

  private constructor(
    readonly dataDir: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly removeFolder: () => Promise<void>,
    private readonly secrets: Readonly<Record<string, string>>,
  ) {}

  static async open(): Promise<Stage> {
    const { dataDir, remove } = await makeDataDir('faults');
    return new Stage(dataDir, await startEmbeddedPostgres({ dataDir }), remove, newSecrets());
  }

  /** Connects as the application, without the proxy between it and a node. */
  get databaseUrl(): string {
    return this.postgres.appUrl;
  }

  get adminUrl(): string {
    return this.postgres.adminUrl;
  }

  /** Returns a stopped node. Its log is `name` in the data folder. */
  async node(
    name: string,
    settings: Readonly<Record<string, string>> = {},
    nodeArguments: readonly string[] = [],
  ): Promise<StageNode> {
    const usual = { ...this.secrets, DATABASE_URL: this.databaseUrl, DATABASE_ADMIN_URL: this.adminUrl, DEMO: 'on' };
    const node = await StageNode.make({
      dataDir: this.dataDir,
      log: `${name}.log`,
      nodeArguments,
      settings: { ...usual, ...settings },
    });
    this.nodes.push(node);
    return node;
  }

  /** Returns the entry point of a build without a protection. */
  broken(...breakages: readonly Breakage[]): string {
    const build = BrokenBuild.make(breakages);
    this.builds.push(build);
    return build.main;
  }

  /** Measures with a node that lacks a protection, and restores the node afterwards. */
  async insteadOf<Result>(
    node: StageNode,
    breakages: readonly Breakage[],
    measure: () => Promise<Result>,
  ): Promise<Result> {
    await node.restart(this.broken(...breakages));
    try {
      return await measure();
    } finally {
      await node.restart();
    }
  }

  /** Returns a class of the demo's instructor and this many students, joined through the node at this address. */
  async class(url: string, students: number): Promise<PreparedClass> {
    return prepareClass(url, await this.accounts(students));
  }

  /** Returns the accounts of the instructor and this many students. */
  accounts(students: number): Promise<ClassAccounts> {
    return readAccounts(this.accountsFile, students);
  }

  async account(role: Account['role']): Promise<Account> {
    const accounts = JSON.parse(await readFile(this.accountsFile, 'utf8')) as Account[];
    return accounts.find((account) => account.role === role)!;
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await this.postgres.stop();
    for (const build of this.builds) build.remove();
    await this.removeFolder();
  }

  private get accountsFile(): string {
    return join(this.dataDir, 'demo-accounts.json');
  }
}
