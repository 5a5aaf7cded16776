import { OVERLAPPING_SQL } from './attempts.tables.js';

/** An attempt that is about to be inserted. The times are in ISO 8601. */
type Arriving = Readonly<Record<'attempt_id' | 'user_id' | 'started_at' | 'completed_at', string>>;

/** Attempts overlap when they share more than this. Shorter attempts overlap none. */
const SHARED_MS = 1_000;

/** Matches stored attempts `a` that overlap an arriving one, `e`, of the same player by more than a second, in any class. */
const OVERLAPS = `a.user_id = e.user_id and a.attempt_id <> e.attempt_id and a.completed_at > e.started_at + interval '1 second'
  and a.started_at < e.completed_at - interval '1 second' and a.completed_at - a.started_at > interval '1 second'
  and e.completed_at - e.started_at > interval '1 second'`;

/**
 * SQL that finds the attempts of `arriving` that overlap stored ones, and flags these; `flagged` has their classes. One overlap is enough
 * for an arriving attempt, and only stored attempts without the flag are searched for more. So a player who submits hundreds of
 * overlapping attempts costs little more than others. Attempts with and without the flag are searched apart, because then a plan of any
 * version of PostgreSQL finds them by all three columns of the index.
 */
export const FLAG_STORED = `
  overlapping as materialized (
    select e.attempt_id, e.user_id, e.session_id, e.started_at, e.completed_at
    from arriving e cross join lateral (
      (select from attempts_v19 a where a.flags & ${OVERLAPPING_SQL} = 0 and ${OVERLAPS} limit 1)
      union all
      (select from attempts_v19 a where a.flags & ${OVERLAPPING_SQL} = ${OVERLAPPING_SQL} and ${OVERLAPS} limit 1)
      limit 1) a
  ), flagged as (
    update attempts_v19 set flags = flags | ${OVERLAPPING_SQL}
    where attempt_id in (
      select a.attempt_id from overlapping e cross join lateral (
        select a.attempt_id from attempts_v19 a where a.flags & ${OVERLAPPING_SQL} = 0 and ${OVERLAPS} offset 0) a)
    returning session_id
  )`;

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
