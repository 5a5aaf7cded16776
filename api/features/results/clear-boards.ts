import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { LeaderboardsCleared } from '../leaderboards/leaderboard.events.js';

/** Truncates the boards: all ranked rows are older than a new clear, and deleting millions of rows one by one is slow. */
const EMPTY_BOARDS = `
  truncate leaderboards_v19, leaderboard_totals_v19, frozen_leaderboards_v19, frozen_leaderboard_totals_v19`;

/** Removes all scores before this point in the log, from frozen boards too (docs/rules.md#clearing-leaderboards). */
export async function clearBoards(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<LeaderboardsCleared>,
): Promise<string[]> {
  const { rows: marked } = await client.query(
    `insert into leaderboards_cleared_v19 as c (only_row, cleared_at, sequence) values (true, $1, $2)
     on conflict (only_row) do update set cleared_at = excluded.cleared_at, sequence = excluded.sequence
     where c.sequence < excluded.sequence returning true`,
    [data.clearedAt, sequence],
  );
  // Already applied, so the present rows are newer than the clear.
  if (marked.length === 0) return [];
  await client.query(EMPTY_BOARDS);
  const { rows } = await client.query<{ session_id: string }>('select session_id from attempt_classes_v19');
  return rows.map((row) => row.session_id);
}
