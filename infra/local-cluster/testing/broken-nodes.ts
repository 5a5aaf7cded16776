import { MAIN } from '../../bench/environment/platform-process.js';
import { type Breakage, BrokenBuild } from '../../faults/testing/broken-build.js';
import type { LocalCluster } from '../local-cluster.js';

/** Measures while all nodes of one kind run a build with a defect. Restores them afterwards. */
export async function withBrokenNodes<Result>(
  cluster: LocalCluster,
  which: 'httpNodes' | 'workers',
  breakages: readonly Breakage[],
  measure: () => Promise<Result>,
): Promise<Result> {
  const build = BrokenBuild.make(breakages);
  const restart = async (main: string): Promise<void> => {
    await Promise.all(cluster[which].map((node) => node.restart(main)));
    await cluster.httpNodesServe();
  };
  try {
    await restart(build.main);
    return await measure();
  } finally {
    await restart(MAIN);
    build.remove();
  }
}
