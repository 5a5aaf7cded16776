import type { EffectiveResult } from '../../contracts/grading.rule.js';
import { roundPoints } from '../../contracts/points.rule.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { correctTotalsOf, type TouchedBoard } from './board-totals.js';
import type { Cell } from '../grades/grade.events.js';

/** The result of a student on boards as of a sequence; undefined when there is none any more. */
export interface BoardResult extends Cell {
  readonly courseId: string;
  /** Where set points are ranked that have no attempt. */
  readonly points: { readonly campaignId: string; readonly organizationId: string | null } | null;
  readonly result: EffectiveResult | undefined;
  readonly sequence: number;
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
const KEY = 'session_id, user_id, scenario_id';
const VALUES = [
  'campaign_id',
  'organization_id',
  'score',
  'total_score',
  'questions_score',
  'achieved_at',
  'attempt_id',
];
const of = (row: string): string => VALUES.map((column) => `${row}.${column}`).join(', ');
const TOUCHED = 'session_id, b.user_id, b.campaign_id';
/** An attempt decides where its result is ranked. */
const PLACES: Readonly<Record<string, string>> = {
  campaign_id: 'coalesce(a.campaign_id, r.campaign_id) as campaign_id',
  organization_id:
    'case when a.attempt_id is null then r.organization_id else a.organization_id end as organization_id',
};
const PLACED = ROWS.columns.split(', ').map((column) => PLACES[column] ?? `r.${column}`);

/**
 * Assigns results that changed, and removes those that no longer count. The last parameter is that of cells. Returns all boards concerned:
 * also that of the campaign to which a result belonged before, because a catalogue can move a scenario.
 */
const ASSIGN = `
  with e as materialized (
    select ${PLACED.join(', ')} from ${ROWS.source} as r left join attempts_v19 a on a.attempt_id = r.attempt_id
  ), removed as (
    delete from leaderboards_v19 b using e
    where e.score is null and (b.session_id, b.user_id, b.scenario_id) = (e.session_id, e.user_id, e.scenario_id)
    returning b.${TOUCHED}
  ), assigned as (
    insert into leaderboards_v19 as b (${ROWS.columns}) select ${ROWS.columns} from e where score is not null
    on conflict (${KEY}) do update set ${[...VALUES, 'sequence'].map((column) => `${column} = excluded.${column}`).join(', ')}
    where $${PLACED.length + 1} or (${of('b')}) is distinct from (${of('excluded')})
    returning b.${TOUCHED}
  ), moved as (
    select b.${TOUCHED} from e join leaderboards_v19 b using (${KEY}) where b.campaign_id <> e.campaign_id
  )
  select * from removed union all select * from assigned union select * from moved`;

/** Assigns results and their totals. Returns the classes whose boards changed. */
export async function assignBoardResults(
  client: ProjectionClient,
  results: readonly BoardResult[],
  isAfterAttempts: boolean,
): Promise<string[]> {
  if (results.length === 0) return [];
  const values = [...ROWS.parameters(results.map(toRow)), isAfterAttempts];
  const { rows } = await client.query<TouchedBoard>(ASSIGN, values);
  await correctTotalsOf(client, rows);
  return rows.map((row) => row.session_id);
}

const toRow = ({ sessionId, userId, scenarioId, courseId, points, result, sequence }: BoardResult) => ({
  session_id: sessionId,
  user_id: userId,
  scenario_id: scenarioId,
  campaign_id: points?.campaignId,
  course_id: courseId,
  organization_id: points?.organizationId,
  score: result && roundPoints(result.totalScore + result.questionsScore),
  total_score: result?.totalScore,
  questions_score: result?.questionsScore,
  achieved_at: result && new Date(result.time!).toISOString(),
  attempt_id: result?.attemptId,
  sequence,
});
