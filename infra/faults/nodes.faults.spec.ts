import { loadPostgresState } from '../../api/platform/database/postgres-state.js';
import { urlsOf } from '../../api/platform/database/postgres-run.js';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { until } from '../../api/testing/until.js';
import { postgresPid } from '../bench/environment/database.js';
import { type Figure, figure } from '../bench/figure.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { LocalCluster } from '../local-cluster/local-cluster.js';
import { onCluster } from '../local-cluster/testing/on-cluster.js';
import { People } from '../local-cluster/testing/people.js';
import { readAccounts } from '../simulate/accounts.js';
import { ApiClient } from '../simulate/api-client.js';
import { type PreparedClass, prepareClass } from '../simulate/prepare-class.js';
import {
  acknowledgesBeforeStoring,
  doesNotFence,
  servesWhatIsBehind,
  storesRepeatsAgain,
  waitsLongForALeader,
} from './testing/breakages.js';
import { type Breakage, BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { FencedWrites } from './testing/fenced-writes.js';
import { epochOf, newLeaderAfter, stopWhileItWrites } from './testing/leadership.js';
import { differingReadModels } from './testing/read-models.js';
import { ask, underFault, untilScores } from './testing/under-fault.js';

const STUDENTS = 12;
const KILLS = 2;
const REBUILDS = 2;
/** As long as a session that lost its node may hold what it has locked. */
const LEADER_AFTER_PAUSE = { atMost: 15 };

onCluster('nodes that die, stop and build anew under load', () => {
  let cluster: LocalCluster;
  let played: PreparedClass;
  let superuserUrl: string;

  beforeAll(async () => {
    cluster = await LocalCluster.start();
    superuserUrl = urlsOf((await loadPostgresState(cluster.dataDir))!).superuserUrl;
    played = await prepareClass(cluster.url, await readAccounts(cluster.accountsFile, STUDENTS));
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  const place = () => ({ url: cluster.url, databaseUrl: cluster.databaseUrl, played });

  /** The nodes of one kind run a build that lacks something, while `measure` looks at them. */
  async function brokenly(
    which: 'httpNodes' | 'workers',
    breakages: readonly Breakage[],
    measure: () => Promise<Figure[]>,
  ): Promise<Figure[]> {
    const build = BrokenBuild.make(breakages);
    const nodes = cluster[which];
    try {
      await Promise.all(nodes.map((node) => node.restart(build.main)));
      return await measure();
    } finally {
      await Promise.all(nodes.map((node) => node.restart(MAIN)));
      build.remove();
    }
  }

  fault('kill -9 of http nodes, and answers lost on their way', killHttpNodes, {
    name: 'scores are acknowledged before they are stored, repeats stored again',
    measure: () => brokenly('httpNodes', [acknowledgesBeforeStoring, ...storesRepeatsAgain], killHttpNodes),
  });

  function killHttpNodes(): Promise<Figure[]> {
    return underFault({ ...place(), loseOneOf: 10 }, async (load) => {
      for (let nth = 0; nth < KILLS; nth += 1) {
        const [node, server] = [cluster.httpNodes[nth % 2]!, (nth % 2) + 1];
        await cluster.proxy.becomes(server, 'up');
        await untilScores(load, 20);
        await node.kill();
        await untilScores(load, 20);
        await node.start();
      }
      await Promise.all([cluster.proxy.becomes(1, 'up'), cluster.proxy.becomes(2, 'up')]);
      return [figure('killed', KILLS, 'times')];
    });
  }

  fault('kill -9 of the worker that leads', killLeaders, {
    name: 'a silent leader is waited for eight seconds',
    measure: () => brokenly('workers', [waitsLongForALeader], killLeaders),
  });

  function killLeaders(): Promise<Figure[]> {
    return underFault(place(), async (load) => {
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
    return underFault(place(), async (load) => {
      for (let nth = 0; nth < KILLS; nth += 1) {
        await untilScores(load, 40);
        process.kill(await postgresPid(cluster.dataDir), 'SIGKILL');
        await untilScores(load, 20);
      }
      return [figure('killed', KILLS, 'times')];
    });
  }

  /** For everybody's next session; those there are end. */
  async function flushCommits(on: boolean): Promise<void> {
    await withClient(superuserUrl, async (client) => {
      await client.query(`alter role ready_room_app set synchronous_commit = ${on ? 'on' : 'off'}`);
      await client.query(`alter system set wal_writer_delay = '${on ? '200ms' : '10s'}'`);
      await client.query('select pg_reload_conf()');
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ready_room_app'");
    });
  }

  fault('a read model rebuilt while scores come in', rebuildAll, {
    name: 'it serves before it holds the newest events',
    measure: () => brokenly('workers', servesWhatIsBehind, rebuildAll),
  });

  function rebuildAll(): Promise<Figure[]> {
    return underFault(place(), async (load) => {
      for (let nth = 0; nth < REBUILDS; nth += 1) {
        await untilScores(load, 20);
        await withClient(cluster.databaseUrl, (client) =>
          client.query('update plain.projections set rebuild_requested_at = now()'),
        );
        const waiting = 'select count(*) as n from plain.projections where rebuild_requested_at is not null';
        await until(async () => (await ask(cluster.databaseUrl, waiting)) === 0);
      }
      return [figure('all read models rebuilt', REBUILDS, 'times'), await differingReadModels(cluster.settings)];
    });
  }

  fault('a leader stopped in the middle of writing, that wakes up when another leads', pauseLeader, {
    name: 'nobody asks whose the checkpoints are',
    measure: () => brokenly('workers', [doesNotFence], pauseLeader),
  });

  function pauseLeader(): Promise<Figure[]> {
    return underFault(place(), async (load) => {
      const leader = await cluster.leader();
      const { name: node } = leader;
      const epoch = await epochOf(cluster.databaseUrl);
      const writes = await FencedWrites.watch(superuserUrl, node);
      const admin = new ApiClient(cluster.url, (await People.of(cluster)).account('OrganizationAdmin'));
      await admin.token();
      try {
        await untilScores(load, 20);
        await stopWhileItWrites(superuserUrl, leader, () =>
          admin.send('POST', '/api/groups', { name: 'Course', ownerId: admin.userId }),
        );
        const [tried, accepted] = [await writes.tried(), await writes.accepted()];
        const took = await newLeaderAfter(cluster.databaseUrl, epoch);
        leader.goOn();
        await until(async () => (await writes.tried()) > tried);
        await untilScores(load, 40);
        const [triedSince, acceptedSince] = [(await writes.tried()) - tried, (await writes.accepted()) - accepted];
        return [
          figure('new leader', took, 's', LEADER_AFTER_PAUSE),
          figure('writes of the old leader', triedSince, 'writes', { atLeast: 1 }),
          figure('of them accepted', acceptedSince, 'checkpoints', { atMost: 0 }),
          await differingReadModels(cluster.settings),
        ];
      } finally {
        leader.goOn();
        await writes.end();
      }
    });
  }
});
