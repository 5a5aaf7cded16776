import type { Pool } from 'pg';
import type { Projection } from '../projection.js';

/**
 * Announces that these versions will soon replace the serving ones. Nodes of the old build then report that they are not ready, and
 * nodes of the new build that they are, so that a proxy redirects requests before the switch. Returns false when all of these
 * versions are serving already.
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

/** Removes announcements of an earlier leader, because its switch may not happen. */
export async function withdrawAnnouncements(pool: Pool): Promise<void> {
  await pool.query('update plain.projections set announced_version = null where announced_version is not null');
}
