import { figure } from '../bench/figure.js';
import { prove } from '../faults/testing/fault.js';
import { figuresOf } from '../faults/testing/figures-of-class.js';
import { LocalCluster } from './local-cluster.js';
import { onCluster, say } from './testing/on-cluster.js';
import { underLoad } from './testing/under-load.js';

/** Of http nodes. */
const RESTARTS = 20;

onCluster('restarting one node after the other', () => {
  let cluster: LocalCluster;

  beforeAll(async () => {
    cluster = await LocalCluster.start();
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  it('fails no request, and loses and doubles nothing', async () => {
    const took: number[] = [];
    const { played, requests, changes } = await underLoad(cluster, async () => {
      for (let nth = 0; nth < RESTARTS; nth += 1) {
        const began = performance.now();
        await cluster.httpNodes[nth % 2]!.restart();
        await cluster.proxy.becomes((nth % 2) + 1, 'up');
        took.push(performance.now() - began);
        // Every second time a worker as well, now the one that leads, now the other.
        if (nth % 2 === 1) await cluster.workers[(nth >> 1) % 2]!.restart();
      }
    });
    const { acknowledged, seenLive, lost, doubled, p50, p99 } = played;
    const longest = Math.round(Math.max(...took) / 1_000);
    say(
      `${RESTARTS} http nodes and ${RESTARTS / 2} workers restarted, ${longest} s at most: ${requests.answered} requests, failed:`,
    );
    for (const [what, times] of requests.failures) say(`  ${times} × ${what}`);
    say(
      `${acknowledged} scores, ${seenLive} seen live (p50 ${p50} ms, p99 ${p99} ms), ${lost} lost, ${doubled} doubled; ${changes} courses made and read`,
    );
    prove('nodes restarted one after the other', [
      figure('http nodes restarted', RESTARTS, 'times'),
      figure('requests that failed', requests.failures.size, 'kinds', { atMost: 0 }),
      ...figuresOf(played),
    ]);
  }, 480_000);
});
