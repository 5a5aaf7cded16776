import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { ALL_CAMPAIGNS } from '../leaderboards/all-campaigns.query.js';

/** A student with a changed result on the boards of a campaign. */
export interface TouchedBoard {
  readonly session_id: string;
  readonly user_id: string;
  readonly campaign_id: string;
}

/** Sums rounded to three decimals, which points have, so that equal sums are equal in any order of addition. */
const SUMS = ['score', 'total_score', 'questions_score']
  .map((column) => `round(sum(b.${column})::numeric, 3)::float8`)
  .join(', ');

/** Returns SQL that assigns totals. Attempts without points do not change the time of the achievement. */
const assignTotals = (campaign: string, passed: string, of: string, groups: string): string => `
  insert into leaderboard_totals_v19 as t (session_id, user_id, campaign_id, score, total_score, questions_score,
    scenarios_passed, achieved_at, sequence)
  select b.session_id, b.user_id, ${campaign}, ${SUMS}, ${passed},
         coalesce(max(b.achieved_at) filter (where b.score > 0), min(b.achieved_at)), max(b.sequence)
  from ${of} group by ${groups}
  on conflict (session_id, user_id, campaign_id) do update
    set score = excluded.score, total_score = excluded.total_score, questions_score = excluded.questions_score,
        scenarios_passed = excluded.scenarios_passed, achieved_at = excluded.achieved_at, sequence = excluded.sequence
    where (t.score, t.total_score, t.questions_score, t.scenarios_passed, t.achieved_at, t.sequence)
       is distinct from (excluded.score, excluded.total_score, excluded.questions_score, excluded.scenarios_passed,
         excluded.achieved_at, excluded.sequence)`;

/**
 * Assigns the campaign totals of students with a new best attempt in the campaign. A lateral join for each student avoids a
 * scan of the whole table by a plan that was cached before the table grew.
 */
const ASSIGN_CAMPAIGN_TOTALS = assignTotals(
  'b.campaign_id',
  'count(*)',
  `(select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, campaign_id)) e
     cross join lateral (select * from leaderboards_v19 b
       where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id = e.campaign_id offset 0) b`,
  'b.session_id, b.user_id, b.campaign_id',
);

/** Assigns the overall totals of students from their campaign totals. */
const ASSIGN_WHOLE_TOTALS = assignTotals(
  `'${ALL_CAMPAIGNS}'::uuid`,
  'sum(b.scenarios_passed)',
  `(select distinct * from unnest($1::uuid[], $2::uuid[]) as e (session_id, user_id)) e
     cross join lateral (select * from leaderboard_totals_v19 b
       where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id <> '${ALL_CAMPAIGNS}' offset 0) b`,
  'b.session_id, b.user_id',
);

/** Removes the totals of students without results. A removed result needs it, a better one does not. */
const REMOVE_CAMPAIGN_TOTALS = `
  delete from leaderboard_totals_v19 t using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, campaign_id)
  where (t.session_id, t.user_id, t.campaign_id) = (e.session_id, e.user_id, e.campaign_id) and not exists (
    select from leaderboards_v19 b
    where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id = e.campaign_id)`;

const REMOVE_WHOLE_TOTALS = `
  delete from leaderboard_totals_v19 t using unnest($1::uuid[], $2::uuid[]) as e (session_id, user_id)
  where (t.session_id, t.user_id, t.campaign_id) = (e.session_id, e.user_id, '${ALL_CAMPAIGNS}'::uuid) and not exists (
    select from leaderboards_v19 b where b.session_id = e.session_id and b.user_id = e.user_id)`;

/** Assigns the totals of students with new or better results. */
export async function assignTotalsOf(client: ProjectionClient, touched: readonly TouchedBoard[]): Promise<void> {
  if (touched.length === 0) return;
  const { students, campaigns } = columnsOf(touched);
  await client.query(ASSIGN_CAMPAIGN_TOTALS, [...students, campaigns]);
  await client.query(ASSIGN_WHOLE_TOTALS, students);
}

/** Like {@link assignTotalsOf}, for results that may have been removed. */
export async function correctTotalsOf(client: ProjectionClient, touched: readonly TouchedBoard[]): Promise<void> {
  if (touched.length === 0) return;
  const { students, campaigns } = columnsOf(touched);
  await client.query(REMOVE_CAMPAIGN_TOTALS, [...students, campaigns]);
  await client.query(REMOVE_WHOLE_TOTALS, students);
  await assignTotalsOf(client, touched);
}

const columnsOf = (touched: readonly TouchedBoard[]) => ({
  students: [touched.map((row) => row.session_id), touched.map((row) => row.user_id)],
  campaigns: touched.map((row) => row.campaign_id),
});
