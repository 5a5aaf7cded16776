import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { LeaderboardFrozen, LeaderboardRevealed } from '../leaderboards/leaderboard.events.js';

const COPIED = ['leaderboards_v19', 'leaderboard_totals_v19'] as const;

/** Copies the rows of a class as of this point in the log. */
export async function freezeBoard(
  client: ProjectionClient,
  { data: { sessionId, courseId, frozenAt }, sequence }: ProjectedEvent<LeaderboardFrozen>,
): Promise<string[]> {
  if (!(await decided(client, sessionId, courseId, frozenAt, sequence))) return [];
  for (const table of COPIED) {
    await client.query(`delete from frozen_${table} where session_id = $1`, [sessionId]);
    await client.query(`insert into frozen_${table} select * from ${table} where session_id = $1`, [sessionId]);
  }
  return [sessionId];
}

/** Deletes the copy. A row without a time is kept, so that an older freeze applied again copies nothing. */
export async function revealBoard(
  client: ProjectionClient,
  { data: { sessionId, courseId }, sequence }: ProjectedEvent<LeaderboardRevealed>,
): Promise<string[]> {
  if (!(await decided(client, sessionId, courseId, null, sequence))) return [];
  for (const table of COPIED) await client.query(`delete from frozen_${table} where session_id = $1`, [sessionId]);
  return [sessionId];
}

/** Records the decision. Returns false when this or a later one is recorded already. */
async function decided(
  client: ProjectionClient,
  sessionId: string,
  courseId: string,
  frozenAt: string | null,
  sequence: number,
): Promise<boolean> {
  const { rows } = await client.query(
    `insert into leaderboard_freezes_v19 as f (session_id, course_id, frozen_at, sequence) values ($1, $2, $3, $4)
     on conflict (session_id) do update set frozen_at = excluded.frozen_at, sequence = excluded.sequence
     where f.sequence < excluded.sequence returning true`,
    [sessionId, courseId, frozenAt, sequence],
  );
  return rows.length > 0;
}
