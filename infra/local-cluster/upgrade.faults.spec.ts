import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { until } from '../../api/testing/until.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { isReadyTooSoon } from '../faults/testing/breakages.js';
import { BrokenBuild } from '../faults/testing/broken-build.js';
import { fault } from '../faults/testing/fault.js';
import { figuresOf } from '../faults/testing/figures-of-class.js';
import { LocalCluster } from './local-cluster.js';
import { onCluster, say } from './testing/on-cluster.js';
import { underLoad } from './testing/under-load.js';

const NEXT_BUILD = 'infra/local-cluster/next-build.js';

onCluster('a build with another version of a read model', () => {
  fault(
    'a build with another read model takes over, and then the previous build again',
    () => onNewCluster(thereAndBack),
    {
      name: 'a node reports ready before its read model is',
      measure: () => onNewCluster(beReadyTooSoon),
    },
  );
});

/** An upgrade cannot be undone, so each measurement has its own nodes. */
async function onNewCluster(work: (cluster: LocalCluster) => Promise<void>): Promise<Figure[]> {
  const cluster = await LocalCluster.start();
  try {
    const { played, requests } = await underLoad(cluster, () => work(cluster));
    const { acknowledged, seenLive, lost, doubled, p99 } = played;
    say(`${requests.answered} requests, failed:`);
    for (const [what, times] of requests.failures) say(`  ${times} × ${what}`);
    say(`${acknowledged} scores, ${seenLive} seen live, p99 ${p99} ms, ${lost} lost, ${doubled} doubled`);
    return [figure('requests that failed', requests.failures.size, 'kinds', { atMost: 0 }), ...figuresOf(played)];
  } finally {
    await cluster.stop();
  }
}

async function thereAndBack(cluster: LocalCluster): Promise<void> {
  const old = await servedVersion(cluster.databaseUrl);
  await takeOver(cluster, join('dist', NEXT_BUILD), old + 1);
  await takeOver(cluster, MAIN, old);
}

async function takeOver(cluster: LocalCluster, build: string, version: number): Promise<void> {
  const { httpNodes, workers, proxy, databaseUrl } = cluster;
  const [before, beside] = httpNodes;
  await beside.stop();
  const restartWorkers = async (): Promise<void> => {
    await beside.lives();
    // Each is ready although a worker of the other build leads.
    for (const worker of workers) await worker.restart(build);
  };
  // The node is ready only when its read models serve. Until then the other http node answers everything.
  await Promise.all([beside.start(build), restartWorkers()]);
  await until(async () => (await servedVersion(databaseUrl)) === version);
  await proxy.becomes(2, 'up');
  await proxy.becomes(1, 'down');
  await before.restart(build);
  await proxy.becomes(1, 'up');
}

/** A read model that no build creates. The test removes it again. */
async function beReadyTooSoon({ httpNodes: [, beside], proxy }: LocalCluster): Promise<void> {
  const build = BrokenBuild.make([isReadyTooSoon]);
  try {
    await beside.restart(build.entry(NEXT_BUILD));
    await proxy.becomes(2, 'up');
    await pause(2_000);
    await beside.stop();
  } finally {
    build.remove();
  }
}

const servedVersion = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select live_version as version from plain.projections where name = 'attempts'",
    );
    return rows[0]!.version;
  });
