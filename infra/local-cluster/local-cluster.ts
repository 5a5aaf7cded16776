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

/** Longer than two health checks of the proxy. */
const STOP_DELAY_SECONDS = 2;
const LEADER_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;

type Part = { stop(): Promise<unknown> };

/**
 * A multi-machine installation on one machine: two http nodes and two workers behind a proxy, with PostgreSQL and Redis. It is created
 * with the demo data and deleted by {@link stop}.
 */
export class LocalCluster {
  private constructor(
    readonly proxy: Haproxy,
    /** Numbered as in the proxy: the first is node 1. */
    readonly httpNodes: readonly [ClusterNode, ClusterNode],
    readonly workers: readonly [ClusterNode, ClusterNode],
    /** Folder with accounts, mails and the log of each process. */
    readonly dataDir: string,
    readonly databaseUrl: string,
    /** Environment of the nodes, for commands that run beside them. */
    readonly settings: Readonly<Record<string, string>>,
    private readonly parts: readonly Part[],
  ) {}

  /** Address for users. */
  get url(): string {
    return this.proxy.url;
  }

  /** The file with the demo accounts. */
  get accountsFile(): string {
    return join(this.dataDir, 'demo-accounts.json');
  }

  /** The demo accounts, at least one of each role. */
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
      // The first worker migrates and creates the demo data before other nodes start.
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

  /** Waits for a leader and returns that worker. */
  async leader(): Promise<ClusterNode> {
    const deadline = performance.now() + LEADER_WITHIN_MS;
    while (performance.now() < deadline) {
      for (const worker of this.workers) if (await worker.leads()) return worker;
      await pause(LOOK_EVERY_MS);
    }
    throw new Error('There is no active leader.');
  }

  /** Waits until the proxy forwards requests to both http nodes. */
  async httpNodesServe(): Promise<void> {
    await Promise.all([this.proxy.becomes(1, 'up'), this.proxy.becomes(2, 'up')]);
  }

  async stop(): Promise<void> {
    await stopAll(this.parts);
  }
}

/** Stops processes in reverse order of their start. */
async function stopAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.stop();
}

/** Names the connections, so that the database can tell the nodes apart. */
const namedAt = ({ DATABASE_URL }: { DATABASE_URL: string }, name: string) => ({
  DATABASE_URL: `${DATABASE_URL}?application_name=${name}`,
});
