import { roundPoints } from '../../contracts/points.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { ALL_CAMPAIGNS } from './leaderboards.tables.js';

interface Touched {
  readonly session_id: string;
  readonly user_id: string;
  readonly campaign_id: string;
  readonly course_id: string;
}

const ROWS = rowSet({
  session_id: 'uuid',
  user_id: 'uuid',
  scenario_id: 'uuid',
  campaign_id: 'uuid',
  course_id: 'uuid',
  organization_id: 'uuid',
  score: 'double precision',
  total_score: 'double precision',
  questions_score: 'double precision',
  achieved_at: 'timestamptz',
  attempt_id: 'uuid',
  sequence: 'bigint',
});

const RESULT = `session_id, user_id, scenario_id, campaign_id, course_id, organization_id, score, total_score, questions_score,
  achieved_at, attempt_id`;

/**
 * Returns SQL that keeps the best attempt of each student in each scenario of a class. A later attempt with equal points
 * changes nothing. `sequence` is that of the change; the attempt's own sequence decides whether it precedes a clear.
 */
const bestOf = (source: string, sequence: string): string => `
  insert into leaderboards_v3 as best (${RESULT}, sequence)
  select distinct on (session_id, user_id, scenario_id) ${RESULT}, ${sequence} from ${source}
    sequence > coalesce((select c.sequence from leaderboards_cleared_v3 c), 0)
  order by session_id, user_id, scenario_id, score desc, achieved_at, attempt_id
  on conflict (session_id, user_id, scenario_id) do update
    set score = excluded.score, total_score = excluded.total_score, questions_score = excluded.questions_score,
        achieved_at = excluded.achieved_at, attempt_id = excluded.attempt_id, sequence = excluded.sequence
    where excluded.score > best.score
       or (excluded.score = best.score and (excluded.achieved_at, excluded.attempt_id) < (best.achieved_at, best.attempt_id))
  returning session_id, user_id, campaign_id, course_id`;

const MERGE_BESTS = bestOf(`${ROWS.source} as e where`, 'sequence');

const KEEP_CANDIDATES = `
  insert into leaderboard_candidates_v3 (${ROWS.columns}) select * from ${ROWS.source} as e on conflict do nothing`;

const COUNT_CANDIDATES = bestOf('leaderboard_candidates_v3 where session_id = $1 and sequence < $2 and', '$2::bigint');

/** Sums rounded to three decimals, which points have, so that equal sums are equal in any order of addition. */
const SUMS = ['score', 'total_score', 'questions_score']
  .map((column) => `round(sum(b.${column})::numeric, 3)::float8`)
  .join(', ');

/**
 * Returns SQL that assigns totals. Attempts without points do not change the time of the achievement. A total changes if and
 * only if it contains a newer row.
 */
const assignTotals = (campaign: string, passed: string, of: string, groups: string): string => `
  insert into leaderboard_totals_v3 as t (session_id, user_id, campaign_id, score, total_score, questions_score,
    scenarios_passed, achieved_at, sequence)
  select b.session_id, b.user_id, ${campaign}, ${SUMS}, ${passed},
         coalesce(max(b.achieved_at) filter (where b.score > 0), min(b.achieved_at)), max(b.sequence)
  from ${of} group by ${groups}
  on conflict (session_id, user_id, campaign_id) do update
    set score = excluded.score, total_score = excluded.total_score, questions_score = excluded.questions_score,
        scenarios_passed = excluded.scenarios_passed, achieved_at = excluded.achieved_at, sequence = excluded.sequence
    where t.sequence <> excluded.sequence`;

/**
 * Assigns the campaign totals of students with a new best attempt in the campaign. A lateral join for each student avoids a
 * scan of the whole table by a plan that was cached before the table grew.
 */
const ASSIGN_CAMPAIGN_TOTALS = assignTotals(
  'b.campaign_id',
  'count(*)',
  `(select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, campaign_id)) e
     cross join lateral (select * from leaderboards_v3 b
       where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id = e.campaign_id offset 0) b`,
  'b.session_id, b.user_id, b.campaign_id',
);

/** Assigns the overall totals of students from their campaign totals. */
const ASSIGN_WHOLE_TOTALS = assignTotals(
  `'${ALL_CAMPAIGNS}'::uuid`,
  'sum(b.scenarios_passed)',
  `(select distinct * from unnest($1::uuid[], $2::uuid[]) as e (session_id, user_id)) e
     cross join lateral (select * from leaderboard_totals_v3 b
       where b.session_id = e.session_id and b.user_id = e.user_id and b.campaign_id <> '${ALL_CAMPAIGNS}' offset 0) b`,
  'b.session_id, b.user_id',
);

const KNOW_CLASSES = `
  insert into leaderboard_classes_v3 (session_id, course_id) select distinct * from unnest($1::uuid[], $2::uuid[])
  on conflict (session_id) do nothing`;

/** Merges scores into the boards and returns the classes whose boards changed. */
export async function mergeScores(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<string[]> {
  const ranked = events.filter(isRanked);
  const late = ranked.filter(({ data }) => data.late);
  if (late.length > 0) await client.query(KEEP_CANDIDATES, ROWS.parameters(late.map(toRow)));
  const counted = ranked.filter(({ data }) => !data.late);
  if (counted.length === 0) return [];
  return assignAll(client, (await client.query<Touched>(MERGE_BESTS, ROWS.parameters(counted.map(toRow)))).rows);
}

/** Counts the late attempts that arrived before their class was resumed. */
export async function countCandidates(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<ClassResumed>,
): Promise<string[]> {
  return assignAll(client, (await client.query<Touched>(COUNT_CANDIDATES, [data.sessionId, sequence])).rows);
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
const isRanked = ({ data }: ProjectedEvent<ScoreSubmitted>): boolean =>
  data.campaignType === 'Compete' && data.passed && data.sessionId !== null && data.courseId !== null;

const toRow = ({ data, sequence }: ProjectedEvent<ScoreSubmitted>) => ({
  session_id: data.sessionId,
  user_id: data.userId,
  scenario_id: data.scenarioId,
  campaign_id: data.campaignId,
  course_id: data.courseId,
  organization_id: data.organizationId,
  score: roundPoints(data.totalScore + data.questionsScore),
  total_score: data.totalScore,
  questions_score: data.questionsScore,
  achieved_at: data.completedAt,
  attempt_id: data.attemptId,
  sequence,
});
