import { join } from 'node:path';
import { until } from '../../api/testing/until.js';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { figure } from '../bench/figure.js';
import { prove } from '../faults/testing/fault.js';
import { figuresOf } from '../faults/testing/figures-of-class.js';
import { LocalCluster } from './local-cluster.js';
import { onCluster, say } from './testing/on-cluster.js';
import { underLoad } from './testing/under-load.js';

const NEXT_BUILD = join('dist', 'infra', 'local-cluster', 'next-build.js');

onCluster('a build with another version of a read model', () => {
  let cluster: LocalCluster;

  beforeAll(async () => {
    cluster = await LocalCluster.start();
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  const servedVersion = (): Promise<number> =>
    withClient(cluster.databaseUrl, async (client) => {
      const { rows } = await client.query<{ version: number }>(
        "select live_version as version from plain.projections where name = 'gradebook'",
      );
      return rows[0]!.version;
    });

  it('takes over while requests are answered', async () => {
    const [before, beside] = cluster.httpNodes;
    const old = await servedVersion();
    const { played, requests } = await underLoad(cluster, async () => {
      // It cannot serve yet, and says so; the other one carries everything.
      await beside.restart(NEXT_BUILD);
      for (const worker of cluster.workers) await worker.restart(NEXT_BUILD);
      await until(async () => (await servedVersion()) === old + 1);
      await cluster.proxy.becomes(2, 'up');
      await cluster.proxy.becomes(1, 'down');
      await before.restart(NEXT_BUILD);
      await cluster.proxy.becomes(1, 'up');
    });
    const { acknowledged, seenLive, lost, doubled, p99 } = played;
    say(`version ${old} to ${old + 1} of the gradebook: ${requests.answered} requests, failed:`);
    for (const [what, times] of requests.failures) say(`  ${times} × ${what}`);
    say(`${acknowledged} scores, ${seenLive} seen live, p99 ${p99} ms, ${lost} lost, ${doubled} doubled`);
    prove('a build with another read model takes over', [
      figure('requests that failed', requests.failures.size, 'kinds', { atMost: 0 }),
      ...figuresOf(played),
    ]);
  }, 300_000);
});
