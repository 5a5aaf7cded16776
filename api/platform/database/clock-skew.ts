import type { ClientBase, Pool } from 'pg';

/** Largest tolerated difference from the database's clock. Beyond it, a node would renew leases and run jobs too early or too late. */
const MAX_CLOCK_SKEW_MS = 2_000;

/** Measures this node's clock minus the database's, assuming that the database answers halfway through the round trip. */
export async function compareClocks(database: Pool | ClientBase): Promise<{ skewMs: number; tookMs: number }> {
  const [asked, began] = [Date.now(), performance.now()];
  const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now');
  const tookMs = performance.now() - began;
  return { skewMs: Math.round(asked + tookMs / 2 - rows[0]!.now.getTime()), tookMs };
}

export const isWrong = (skewMs: number): boolean => Math.abs(skewMs) > MAX_CLOCK_SKEW_MS;
