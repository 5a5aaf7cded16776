import { type Figure, figure } from '../bench/figure.js';
import { fault } from '../faults/testing/fault.js';
import { figuresOf } from '../faults/testing/figures-of-class.js';
import { LocalCluster } from './local-cluster.js';
import { onCluster, say } from './testing/on-cluster.js';
import { underLoad } from './testing/under-load.js';

/** Number of restarts of http nodes. */
const RESTARTS = 20;

onCluster('restarting nodes under load', () => {
  let cluster: LocalCluster;

  beforeAll(async () => {
    cluster = await LocalCluster.start();
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  fault(
    'nodes restarted one after the other',
    () => restarting(oneAfterTheOther),
    { name: 'both http nodes are restarted at once', measure: () => restarting(bothAtOnce) },
    480_000,
  );

  async function restarting(work: () => Promise<number>): Promise<Figure[]> {
    let restarts = 0;
    const { played, requests, changes } = await underLoad(cluster, async () => {
      restarts = await work();
    });
    const { acknowledged, seenLive, lost, doubled, p50, p99 } = played;
    say(`${restarts} http nodes restarted: ${requests.answered} requests, failed:`);
    for (const [what, times] of requests.failures) say(`  ${times} × ${what}`);
    say(
      `${acknowledged} scores, ${seenLive} seen live (p50 ${p50} ms, p99 ${p99} ms), ${lost} lost, ${doubled} doubled; ${changes} courses created and read`,
    );
    return [
      figure('http nodes restarted', restarts, 'times'),
      figure('requests that failed', requests.failures.size, 'kinds', { atMost: 0 }),
      ...figuresOf(played),
    ];
  }

  async function oneAfterTheOther(): Promise<number> {
    for (let nth = 0; nth < RESTARTS; nth += 1) {
      await cluster.httpNodes[nth % 2]!.restart();
      await cluster.proxy.becomes((nth % 2) + 1, 'up');
      // Every second round also restarts a worker, alternately the leader and the other one.
      if (nth % 2 === 1) await cluster.workers[(nth >> 1) % 2]!.restart();
    }
    return RESTARTS;
  }

  async function bothAtOnce(): Promise<number> {
    await Promise.all(cluster.httpNodes.map((node) => node.restart()));
    await cluster.httpNodesServe();
    return cluster.httpNodes.length;
  }
});
