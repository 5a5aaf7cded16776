import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { ChangedResults } from './changed-results.js';

const KEEP = `
  insert into own_changes_v19 as o (user_id, sequence) select distinct e.user_id, $2::bigint from unnest($1::uuid[]) as e (user_id)
  on conflict (user_id) do update set sequence = excluded.sequence where o.sequence < excluded.sequence`;

/**
 * Keeps that staff changed results of students by an event with this sequence, so that their open pages say so. Decisions about one cell
 * need it only where accepting an attempt changes the result, because the read model of decisions counts the others.
 */
export async function keepOwnChanges(
  client: ProjectionClient,
  userIds: readonly string[],
  sequence: number,
  changed: ChangedResults,
): Promise<void> {
  if (userIds.length === 0) return;
  await client.query(KEEP, [userIds, sequence]);
  changed.add('own-decisions', userIds);
}
