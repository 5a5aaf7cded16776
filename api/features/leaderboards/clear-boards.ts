import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { LeaderboardsCleared } from './leaderboard.events.js';

const RANKED = [
  'leaderboards_v2',
  'leaderboard_totals_v2',
  'frozen_leaderboards_v2',
  'frozen_leaderboard_totals_v2',
] as const;

/** Removes what came before: boards start again from this place in the log, frozen ones too (decisions S10). */
export async function clearBoards(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<LeaderboardsCleared>,
): Promise<string[]> {
  await client.query(
    `insert into leaderboards_cleared_v2 as c (only_row, cleared_at, sequence) values (true, $1, $2)
     on conflict (only_row) do update set cleared_at = excluded.cleared_at, sequence = excluded.sequence
     where c.sequence < excluded.sequence`,
    [data.clearedAt, sequence],
  );
  const changed = new Set<string>();
  for (const table of RANKED) {
    const { rows } = await client.query<{ session_id: string }>(
      `with gone as (delete from ${table} where sequence < $1 returning session_id) select distinct session_id from gone`,
      [sequence],
    );
    for (const row of rows) changed.add(row.session_id);
  }
  return [...changed];
}
