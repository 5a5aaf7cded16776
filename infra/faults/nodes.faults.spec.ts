import { loadPostgresState } from '../../api/platform/database/postgres-state.js';
import { urlsOf } from '../../api/platform/database/postgres-run.js';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { until } from '../../api/testing/until.js';
import { postgresPid } from '../bench/environment/database.js';
import { type Figure, figure } from '../bench/figure.js';
import type { ClusterNode } from '../local-cluster/cluster-node.js';
import { LocalCluster } from '../local-cluster/local-cluster.js';
import { withBrokenNodes } from '../local-cluster/testing/broken-nodes.js';
import { onCluster } from '../local-cluster/testing/on-cluster.js';
import { readAccounts } from '../simulate/accounts.js';
import { type PreparedClass, prepareClass } from '../simulate/prepare-class.js';
import {
  acknowledgesEarly,
  withoutFencing,
  servesStaleReads,
  storesRepeatsTwice,
  expiresLeasesLate,
} from './testing/breakages.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { FencedWrites } from './testing/fenced-writes.js';
import { epochOf, newLeaderAfter, holdWhileItWrites } from './testing/leadership.js';
import { differingReadModels } from './testing/read-models.js';
import type { ScoreLoad } from './testing/score-load.js';
import { queryNumber, underFault, untilScores } from './testing/under-fault.js';

const STUDENTS = 12;
const KILLS = 2;
const REBUILDS = 2;
const HOLDS = 6;

onCluster('nodes that are killed, suspended and rebuild read models under load', () => {
  let cluster: LocalCluster;
  let played: PreparedClass;
  let superuserUrl: string;

  beforeAll(async () => {
    cluster = await LocalCluster.start();
    superuserUrl = urlsOf((await loadPostgresState(cluster.dataDir))!).superuserUrl;
    played = await prepareClass(cluster.url, await readAccounts(cluster.accountsFile, STUDENTS));
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  const target = () => ({ url: cluster.url, databaseUrl: cluster.databaseUrl, played });

  /** Measures while all nodes of one kind run a build that lacks a protection. */
  async function brokenly(
    which: 'httpNodes' | 'workers',
    breakages: readonly Breakage[],
    measure: () => Promise<Figure[]>,
  ): Promise<Figure[]> {
    try {
      return await withBrokenNodes(cluster, which, breakages, measure);
    } finally {
      // The next measurement must not find the damage of this one in the read models.
      await rebuildReadModels();
    }
  }

  async function rebuildReadModels(): Promise<void> {
    await withClient(cluster.databaseUrl, (client) =>
      client.query('update plain.projections set rebuild_requested_at = now()'),
    );
    const waiting = 'select count(*) as n from plain.projections where rebuild_requested_at is not null';
    await until(async () => (await queryNumber(cluster.databaseUrl, waiting)) === 0);
  }

  fault('kill -9 of the leading worker', killLeaders, {
    name: 'the lease of a leader expires only after eight seconds',
    measure: () => brokenly('workers', [expiresLeasesLate], killLeaders),
  });

  function killLeaders(): Promise<Figure[]> {
    return underFault(target(), async (load) => {
      const took: number[] = [];
      for (let nth = 0; nth < KILLS; nth += 1) {
        const leader = await cluster.leader();
        const epoch = await epochOf(cluster.databaseUrl);
        await untilScores(load, 20);
        await leader.kill();
        took.push(await newLeaderAfter(cluster.databaseUrl, epoch));
        await leader.start();
      }
      return [figure('killed', KILLS, 'times'), figure('new leader', Math.max(...took), 's', { atMost: 5 })];
    });
  }

  const killAndCompare = async () => [...(await killPostgres()), await differingReadModels(cluster.settings)];

  fault('kill -9 of PostgreSQL', killAndCompare, {
    name: 'commits are not flushed',
    measure: async () => {
      await flushCommits(false);
      try {
        return await killPostgres();
      } finally {
        await flushCommits(true);
      }
    },
  });

  function killPostgres(): Promise<Figure[]> {
    return underFault(target(), async (load) => {
      for (let nth = 0; nth < KILLS; nth += 1) {
        await untilScores(load, 40);
        process.kill(await postgresPid(cluster.dataDir), 'SIGKILL');
        await untilScores(load, 20);
      }
      return [figure('killed', KILLS, 'times')];
    });
  }

  /** Applies only to new database sessions, so it ends the existing ones. */
  async function flushCommits(on: boolean): Promise<void> {
    await withClient(superuserUrl, async (client) => {
      await client.query(`alter role ready_room_app set synchronous_commit = ${on ? 'on' : 'off'}`);
      await client.query(`alter system set wal_writer_delay = '${on ? '200ms' : '10s'}'`);
      await client.query('select pg_reload_conf()');
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ready_room_app'");
    });
  }

  fault('a read model rebuilt while scores arrive', rebuildAll, {
    name: 'a rebuilt read model serves before it contains the newest events',
    measure: () => brokenly('workers', servesStaleReads, rebuildAll),
  });

  function rebuildAll(): Promise<Figure[]> {
    return underFault(target(), async (load) => {
      for (let nth = 0; nth < REBUILDS; nth += 1) {
        await untilScores(load, 20);
        await rebuildReadModels();
      }
      return [figure('all read models rebuilt', REBUILDS, 'times'), await differingReadModels(cluster.settings)];
    });
  }

  fault('a leader that is suspended in the middle of a write and resumes after another has taken over', holdLeaders, {
    name: 'checkpoints are moved without a check of the lease',
    measure: () => brokenly('workers', [withoutFencing], holdLeaders),
  });

  function holdLeaders(): Promise<Figure[]> {
    return underFault(target(), async (load) => {
      const first = await heldForLong(load);
      let writes: HeldWrites = { tried: 0, accepted: 0 };
      // A leader that was suspended for too long does not attempt to write.
      for (let nth = 0; nth < HOLDS && writes.tried === 0; nth += 1) writes = await heldForAMoment(load);
      return [
        figure('new leader', first.took, 's', { atMost: 15 }),
        figure('attempted writes of the former leader', writes.tried, 'writes', { atLeast: 1 }),
        figure('checkpoints moved by the former leader', first.accepted + writes.accepted, 'checkpoints', {
          atMost: 0,
        }),
        await differingReadModels(cluster.settings),
      ];
    });
  }

  /** Suspends the leader until its lease has expired. */
  async function heldForLong(load: ScoreLoad): Promise<HeldWrites & { took: number }> {
    const leader = await cluster.leader();
    const epoch = await epochOf(cluster.databaseUrl);
    await untilScores(load, 20);
    leader.pause();
    let took = Number.NaN;
    const writes = await writesOf(leader, load, async () => {
      took = await newLeaderAfter(cluster.databaseUrl, epoch);
    });
    return { ...writes, took };
  }

  /**
   * Suspends a leader in the middle of a write and expires its lease in the database. When it resumes, its own timer still allows the next
   * write.
   */
  async function heldForAMoment(load: ScoreLoad): Promise<HeldWrites> {
    const leader = await cluster.leader();
    const epoch = await epochOf(cluster.databaseUrl);
    await untilScores(load, 20);
    await holdWhileItWrites(superuserUrl, leader);
    return writesOf(leader, load, async () => {
      await queryNumber(
        superuserUrl,
        "update plain.leases set expires_at = now() where name = 'projector' returning 1 as n",
      );
      await newLeaderAfter(cluster.databaseUrl, epoch);
    });
  }

  /** Returns the writes of a suspended leader after it resumes, while another worker leads. */
  async function writesOf(
    leader: ClusterNode,
    load: ScoreLoad,
    anotherLeads: () => Promise<void>,
  ): Promise<HeldWrites> {
    try {
      const watch = await FencedWrites.watch(superuserUrl, leader.name);
      await anotherLeads();
      leader.resume();
      await untilScores(load, 40);
      const writes = { tried: await watch.tried(), accepted: await watch.accepted() };
      await watch.end();
      return writes;
    } finally {
      leader.resume();
    }
  }

  // Must be last: attempts that are stored twice are an impossible history, and the read models of such a history are arbitrary.
  fault('kill -9 of http nodes, and lost responses', killHttpNodes, {
    name: 'scores are acknowledged before they are stored, and repeats are stored again',
    measure: () => brokenly('httpNodes', [acknowledgesEarly, ...storesRepeatsTwice], killHttpNodes),
  });

  function killHttpNodes(): Promise<Figure[]> {
    return underFault({ ...target(), loseOneOf: 10 }, async (load) => {
      for (let nth = 0; nth < KILLS; nth += 1) {
        const [node, server] = [cluster.httpNodes[nth % 2]!, (nth % 2) + 1];
        await cluster.proxy.becomes(server, 'up');
        await untilScores(load, 20);
        await node.kill();
        await untilScores(load, 20);
        await node.start();
      }
      await cluster.httpNodesServe();
      return [figure('killed', KILLS, 'times')];
    });
  }
});

interface HeldWrites {
  readonly tried: number;
  readonly accepted: number;
}
