import type { Pool } from 'pg';
import type { Projection } from '../projection.js';

/**
 * Tells the nodes that these versions are about to serve in place of older ones: those of the old build say that they are not
 * ready, those of the new one that they are, so that a proxy has sent requests there when it happens. False when none of
 * them is another version than the one that serves.
 */
export async function announceSwitch(pool: Pool, projections: readonly Projection[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update plain.projections p set announced_version = next.version
     from unnest($1::text[], $2::integer[]) as next (name, version)
     where p.name = next.name and p.live_version <> next.version`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version)],
  );
  return (rowCount ?? 0) > 0;
}

/** What a leader has announced that led before need not come true. */
export async function withdrawAnnouncements(pool: Pool): Promise<void> {
  await pool.query('update plain.projections set announced_version = null where announced_version is not null');
}
