import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { IS_NOT_OVERLAPPING, OVERLAPPING_SQL } from './attempts.tables.js';

type Score = ProjectedEvent<ScoreSubmitted>;

const ROWS = rowSet({ attempt_id: 'uuid', user_id: 'uuid', started_at: 'timestamptz', completed_at: 'timestamptz' });

/** An attempt that is about to be inserted. The times are in ISO 8601. */
type Arriving = Readonly<Record<'attempt_id' | 'user_id' | 'started_at' | 'completed_at', string>>;

/** Attempts overlap when they share more than this. Shorter attempts overlap none. */
const SHARED_MS = 1_000;

const OF_ONE_PLAYER = `a.user_id = e.user_id and a.attempt_id <> e.attempt_id and a.completed_at > e.started_at + interval '1 second'
  and a.started_at < e.completed_at - interval '1 second' and a.completed_at - a.started_at > interval '1 second'`;

/**
 * Flags stored attempts that overlap arriving ones. Returns their classes, and the arriving attempts that overlap stored ones. One overlap
 * is enough for an arriving attempt, and only stored attempts without the flag are searched. So a player who submits hundreds of
 * overlapping attempts costs little more than others. The order makes PostgreSQL read the index entry by entry until the first overlap.
 */
const FLAG_STORED = `
  with e as materialized (select * from ${ROWS.source} as e), flagged as (
    update attempts_v17 a set flags = flags | ${OVERLAPPING_SQL}
    where attempt_id in (
      select stored.attempt_id from e cross join lateral (
        select a.attempt_id from attempts_v17 a where ${IS_NOT_OVERLAPPING} and ${OF_ONE_PLAYER} offset 0) stored)
    returning session_id
  )
  select e.attempt_id, null::uuid as session_id from e cross join lateral (
    select from attempts_v17 a where ${OF_ONE_PLAYER} order by a.completed_at limit 1) stored
  union all select null, session_id from flagged`;

/**
 * Flags stored attempts that overlap an arriving one of the same player by more than a second, in any class. Returns the arriving attempts
 * that overlap any other one, which are inserted with the flag, and the classes of the stored ones.
 */
export async function flagOverlaps(
  client: ProjectionClient,
  events: readonly Score[],
): Promise<{ overlapping: ReadonlySet<string>; classes: (string | null)[] }> {
  const arriving = events.map(({ data }) => ({
    attempt_id: data.attemptId,
    user_id: data.userId,
    started_at: data.startedAt,
    completed_at: data.completedAt,
  }));
  type Row = { attempt_id: string | null; session_id: string | null };
  const [{ rows }, overlapping] = await Promise.all([
    client.query<Row>(FLAG_STORED, ROWS.parameters(arriving)),
    Promise.resolve(arriving).then(overlappingAmong),
  ]);
  for (const row of rows) if (row.attempt_id) overlapping.add(row.attempt_id);
  return { overlapping, classes: rows.filter((row) => !row.attempt_id).map((row) => row.session_id) };
}

/** Returns the attempts of a batch that overlap another one of it. Compares each with the one before it that ends last. */
export function overlappingAmong(arriving: readonly Arriving[]): Set<string> {
  const overlapping = new Set<string>();
  const sorted = arriving
    .map(({ attempt_id: id, user_id: userId, started_at: startedAt, completed_at: completedAt }) => ({
      id,
      userId,
      start: Date.parse(startedAt),
      end: Date.parse(completedAt),
    }))
    .filter(({ start, end }) => end - start > SHARED_MS)
    .toSorted((a, b) => (a.userId < b.userId ? -1 : Number(a.userId > b.userId)) || a.start - b.start);
  let last = sorted[0];
  for (const next of sorted.slice(1)) {
    const isSamePlayer = last!.userId === next.userId;
    if (isSamePlayer && last!.end - next.start > SHARED_MS) overlapping.add(last!.id).add(next.id);
    if (!isSamePlayer || next.end > last!.end) last = next;
  }
  return overlapping;
}
