import { roundPoints } from '../../contracts/points.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import {
  CANDIDATE_TYPES,
  candidateOf,
  type CellScope,
  type CountingEvent,
  inScope,
  isInCell,
} from '../scores/candidates.query.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { ALL_CAMPAIGNS, boardCandidates } from './leaderboards.tables.js';

interface Touched {
  readonly session_id: string;
  readonly user_id: string;
  readonly campaign_id: string;
  readonly course_id: string;
}

const ROWS = rowSet({
  ...CANDIDATE_TYPES,
  campaign_id: 'uuid',
  organization_id: 'uuid',
  score: 'double precision',
  total_score: 'double precision',
  questions_score: 'double precision',
  achieved_at: 'timestamptz',
});

const RESULT = `session_id, user_id, scenario_id, campaign_id, course_id, organization_id, score, total_score, questions_score,
  achieved_at, attempt_id`;
const CELL = 'session_id, user_id, scenario_id';
/** The best attempt first. A later attempt with equal points changes nothing. */
const BEST_FIRST = 'score desc, achieved_at, attempt_id';
const ASSIGNED = `score = excluded.score, total_score = excluded.total_score, questions_score = excluded.questions_score,
        achieved_at = excluded.achieved_at, attempt_id = excluded.attempt_id, sequence = excluded.sequence`;
const TOUCHED = 'session_id, user_id, campaign_id, course_id';
/** SQL condition on an attempt's own sequence, which decides whether the attempt precedes a clear. */
const AFTER_CLEAR = 'c.sequence > coalesce((select cleared.sequence from leaderboards_cleared_v4 cleared), 0)';

const MERGE = `
  with c as (
    insert into leaderboard_candidates_v4 (${ROWS.columns}) select ${ROWS.columns} from ${ROWS.source} as e
    on conflict do nothing returning *
  )
  insert into leaderboards_v4 as best (${RESULT}, sequence)
  select distinct on (${CELL}) ${RESULT}, sequence from c where ${boardCandidates.isCounted} and ${AFTER_CLEAR}
  order by ${CELL}, ${BEST_FIRST}
  on conflict (${CELL}) do update set ${ASSIGNED}
    where excluded.score > best.score
       or (excluded.score = best.score and (excluded.achieved_at, excluded.attempt_id) < (best.achieved_at, best.attempt_id))
  returning ${TOUCHED}`;

/** Returns SQL that compares the attempts of a scope again. A result without an attempt that counts is removed. */
const recount = (scope: CellScope): string => `
  with e as (
    select distinct on (${CELL}) c.*, ${boardCandidates.isCountedInScope} and ${AFTER_CLEAR} as counted
    from leaderboard_candidates_v4 c where ${inScope(scope)} order by ${CELL}, counted desc, ${BEST_FIRST}
  ), removed as (
    delete from leaderboards_v4 b using e
    where not e.counted and (b.session_id, b.user_id, b.scenario_id) = (e.session_id, e.user_id, e.scenario_id)
    returning b.session_id, b.user_id, b.campaign_id, b.course_id
  ), assigned as (
    insert into leaderboards_v4 as b (${RESULT}, sequence)
    select ${RESULT}, $${scope.length + 1}::bigint from e where counted
    on conflict (${CELL}) do update set ${ASSIGNED} where b.attempt_id <> excluded.attempt_id
    returning ${TOUCHED}
  )
  select * from removed union all select * from assigned`;

/** Sums rounded to three decimals, which points have, so that equal sums are equal in any order of addition. */
const SUMS = ['score', 'total_score', 'questions_score']
  .map((column) => `round(sum(b.${column})::numeric, 3)::float8`)
  .join(', ');

/** Returns SQL that assigns totals. Attempts without points do not change the time of the achievement. */
const assignTotals = (campaign: string, passed: string, of: string, groups: string): string => `
  insert into leaderboard_totals_v4 as t (session_id, user_id, campaign_id, score, total_score, questions_score,
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
     cross join lateral (select * from leaderboards_v4 b
       where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id = e.campaign_id offset 0) b`,
  'b.session_id, b.user_id, b.campaign_id',
);

/** Assigns the overall totals of students from their campaign totals. */
const ASSIGN_WHOLE_TOTALS = assignTotals(
  `'${ALL_CAMPAIGNS}'::uuid`,
  'sum(b.scenarios_passed)',
  `(select distinct * from unnest($1::uuid[], $2::uuid[]) as e (session_id, user_id)) e
     cross join lateral (select * from leaderboard_totals_v4 b
       where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id <> '${ALL_CAMPAIGNS}' offset 0) b`,
  'b.session_id, b.user_id',
);

const KNOW_CLASSES = `
  insert into leaderboard_classes_v4 (session_id, course_id) select distinct * from unnest($1::uuid[], $2::uuid[])
  on conflict (session_id) do nothing`;

/** Removes the totals of students without results. A removed result needs it, a better one does not. */
const REMOVE_CAMPAIGN_TOTALS = `
  delete from leaderboard_totals_v4 t using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, campaign_id)
  where (t.session_id, t.user_id, t.campaign_id) = (e.session_id, e.user_id, e.campaign_id) and not exists (
    select from leaderboards_v4 b
    where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id = e.campaign_id)`;

const REMOVE_WHOLE_TOTALS = `
  delete from leaderboard_totals_v4 t using unnest($1::uuid[], $2::uuid[]) as e (session_id, user_id)
  where (t.session_id, t.user_id, t.campaign_id) = (e.session_id, e.user_id, '${ALL_CAMPAIGNS}'::uuid) and not exists (
    select from leaderboards_v4 b where b.session_id = e.session_id and b.user_id = e.user_id)`;

/** Merges scores into the boards and returns the classes whose boards changed. */
export async function mergeScores(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<string[]> {
  const ranked = events.filter(isRanked);
  if (ranked.length === 0) return [];
  return assignAll(client, (await client.query<Touched>(MERGE, ROWS.parameters(ranked.map(toRow)))).rows);
}

/** Compares the attempts again that an event concerns, and returns the classes whose boards changed. */
export async function recountScores(client: ProjectionClient, event: ProjectedEvent<CountingEvent>): Promise<string[]> {
  const scope = await boardCandidates.apply(client, event);
  if (!scope) return [];
  const { rows } = await client.query<Touched>(recount(scope), [...scope, event.sequence]);
  if (rows.length === 0) return [];
  const students = [rows.map((row) => row.session_id), rows.map((row) => row.user_id)];
  await client.query(REMOVE_CAMPAIGN_TOTALS, [...students, rows.map((row) => row.campaign_id)]);
  await client.query(REMOVE_WHOLE_TOTALS, students);
  return assignAll(client, rows);
}

/** Recomputes the totals of the changed best attempts and returns the classes whose boards changed. */
async function assignAll(client: ProjectionClient, rows: readonly Touched[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const students = [rows.map((row) => row.session_id), rows.map((row) => row.user_id)];
  await client.query(ASSIGN_CAMPAIGN_TOTALS, [...students, rows.map((row) => row.campaign_id)]);
  await client.query(ASSIGN_WHOLE_TOTALS, students);
  const courses = new Map(rows.map((row) => [row.session_id, row.course_id]));
  await client.query(KNOW_CLASSES, [[...courses.keys()], [...courses.values()]]);
  return [...courses.keys()];
}

/** True for passed attempts of Compete campaigns in a class. */
const isRanked = (event: ProjectedEvent<ScoreSubmitted>): boolean =>
  event.data.campaignType === 'Compete' && event.data.passed && isInCell(event);

const toRow = (event: ProjectedEvent<ScoreSubmitted>) => ({
  ...candidateOf(event),
  campaign_id: event.data.campaignId,
  organization_id: event.data.organizationId,
  score: roundPoints(event.data.totalScore + event.data.questionsScore),
  total_score: event.data.totalScore,
  questions_score: event.data.questionsScore,
  achieved_at: event.data.completedAt,
});
