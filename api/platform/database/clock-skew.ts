import type { ClientBase, Pool } from 'pg';

/** A node whose clock is further off the database's neither leads nor runs jobs: it would do so early or late. */
const MAX_CLOCK_SKEW_MS = 2_000;

/** This node's clock less the database's; the answer is taken for half as old as the question took. */
export async function compareClocks(database: Pool | ClientBase): Promise<{ skewMs: number; tookMs: number }> {
  const [asked, began] = [Date.now(), performance.now()];
  const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now');
  const tookMs = performance.now() - began;
  return { skewMs: Math.round(asked + tookMs / 2 - rows[0]!.now.getTime()), tookMs };
}

export const isWrong = (skewMs: number): boolean => Math.abs(skewMs) > MAX_CLOCK_SKEW_MS;
