import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../api/platform/database/embedded-postgres.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { newSecrets } from '../bench/environment/new-secrets.js';
import { freePort } from '../../api/platform/database/free-port.js';
import { undoWhenInterrupted } from '../bench/environment/interruption.js';
import type { Account } from '../simulate/accounts.js';
import { ClusterNode } from './cluster-node.js';
import { Haproxy } from './haproxy.js';
import { serverPath } from './installed.js';
import { RedisServer } from './redis-server.js';

/** Longer than the proxy takes to look twice at a node that says no. */
const STOP_DELAY_SECONDS = 2;
const LEADER_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;

type Part = { stop(): Promise<unknown> };

/**
 * The platform as it runs on several machines, on this one: two http nodes and two workers behind a proxy, with PostgreSQL
 * and Redis. All of it is new, filled with the demo, and gone after {@link stop}.
 */
export class LocalCluster {
  private constructor(
    readonly proxy: Haproxy,
    /** As the proxy counts them: the first is its node 1. */
    readonly httpNodes: readonly [ClusterNode, ClusterNode],
    readonly workers: readonly [ClusterNode, ClusterNode],
    /** Accounts, mails, and what each part logs. */
    readonly dataDir: string,
    readonly databaseUrl: string,
    /** What its nodes are told, for commands beside them. */
    readonly settings: Readonly<Record<string, string>>,
    private readonly parts: readonly Part[],
  ) {}

  /** Where people reach it. */
  get url(): string {
    return this.proxy.url;
  }

  /** The file with the demo's accounts. */
  get accountsFile(): string {
    return join(this.dataDir, 'demo-accounts.json');
  }

  /** The demo's accounts, at least one of each role. */
  async accounts(): Promise<Account[]> {
    return JSON.parse(await readFile(this.accountsFile, 'utf8')) as Account[];
  }

  /** @throws UserError when haproxy or redis-server are not installed */
  static async start(): Promise<LocalCluster> {
    serverPath('haproxy');
    serverPath('redis-server');
    const parts: Part[] = [];
    const add = <P extends Part>(part: P): P => {
      parts.unshift(part);
      return part;
    };
    try {
      const { dataDir, remove } = await makeDataDir('cluster');
      add({ stop: remove });
      const redis = add(await RedisServer.start());
      const postgres = await startEmbeddedPostgres({ dataDir });
      const forget = undoWhenInterrupted(() => postgres.stop());
      add({ stop: () => postgres.stop().then(forget) });
      const ports = [await freePort(), await freePort()] as const;
      const proxy = add(await Haproxy.start(ports, join(dataDir, 'haproxy.log')));
      const settings = {
        ...newSecrets(),
        DATABASE_URL: postgres.appUrl,
        DATABASE_ADMIN_URL: postgres.adminUrl,
        REDIS_URL: redis.url,
        TRUSTED_PROXIES: '1',
        APP_URL: proxy.url,
        STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS),
        DEMO: 'on',
      };
      const node = (name: string, ROLES: 'http' | 'worker', port = 0): ClusterNode =>
        new ClusterNode(name, {
          dataDir,
          port,
          log: `${name}.log`,
          settings: { ...settings, ...namedAt(settings, name), ROLES },
        });
      const workers = [node('worker-1', 'worker'), node('worker-2', 'worker')] as const;
      const httpNodes = [node('http-1', 'http', ports[0]), node('http-2', 'http', ports[1])] as const;
      const nodes = [...workers, ...httpNodes];
      add({ stop: () => Promise.all(nodes.map((each) => each.close())) });
      // The first worker migrates and makes the demo, so that nobody else does the same at the same time.
      await workers[0].start();
      await Promise.all(nodes.slice(1).map((each) => each.start()));
      const cluster = new LocalCluster(proxy, httpNodes, workers, dataDir, postgres.appUrl, settings, parts);
      await cluster.httpNodesServe();
      return cluster;
    } catch (error) {
      await stopAll(parts);
      throw error;
    }
  }

  /** The worker that leads, as soon as one does. */
  async leader(): Promise<ClusterNode> {
    const deadline = performance.now() + LEADER_WITHIN_MS;
    while (performance.now() < deadline) {
      for (const worker of this.workers) if (await worker.leads()) return worker;
      await pause(LOOK_EVERY_MS);
    }
    throw new Error('Nobody leads.');
  }

  /** Waits until the proxy gives requests to both http nodes. */
  async httpNodesServe(): Promise<void> {
    await Promise.all([this.proxy.becomes(1, 'up'), this.proxy.becomes(2, 'up')]);
  }

  async stop(): Promise<void> {
    await stopAll(this.parts);
  }
}

/** What was started last ends first. */
async function stopAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.stop();
}

/** So that the database can tell the sessions of one node from those of another. */
const namedAt = ({ DATABASE_URL }: { DATABASE_URL: string }, name: string) => ({
  DATABASE_URL: `${DATABASE_URL}?application_name=${name}`,
});
