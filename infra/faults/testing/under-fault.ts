import { withClient } from '../../../api/platform/database/postgres-roles.js';
import type { Figure } from '../../bench/figure.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';
import { RequestWatch, type WatchOptions } from './request-watch.js';
import { ScoreLoad } from './score-load.js';
import type { ScoreLog } from './score-log.js';

export interface UnderFault extends Partial<WatchOptions> {
  readonly url: string;
  readonly databaseUrl: string;
  readonly played: PreparedClass;
  /** The log, when it is not in that database. */
  readonly log?: ScoreLog;
}

/** Lets a class play while `work` causes damage, and returns the outcome of its requests and scores. */
export async function underFault(
  { url, databaseUrl, played, log, ...options }: UnderFault,
  work: (load: ScoreLoad, watch: RequestWatch) => Promise<readonly Figure[]>,
): Promise<Figure[]> {
  const watch = RequestWatch.of({ prefix: url, ...options });
  const load = new ScoreLoad(played);
  let figures: readonly Figure[];
  try {
    figures = await work(load, watch);
  } finally {
    await load.end().finally(() => watch.end());
  }
  return [...figures, ...(await load.figures(databaseUrl, log)), ...watch.figures()];
}

/** Waits until this many more scores are acknowledged than at the call. */
export async function untilScores(load: ScoreLoad, more: number, within = 30_000): Promise<void> {
  const wanted = load.acknowledged.length + more;
  const givesUpAt = performance.now() + within;
  while (load.acknowledged.length < wanted) {
    if (performance.now() > givesUpAt) throw new Error(`No ${more} scores were acknowledged within ${within} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns one number from a database. */
export const queryNumber = (url: string, text: string, values: unknown[] = []): Promise<number> =>
  withClient(url, async (client) => Number((await client.query<{ n: unknown }>(text, values)).rows[0]?.n ?? 0));
