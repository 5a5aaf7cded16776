import { ALL_CAMPAIGNS } from '../all-campaigns.query.js';

/** Filter of a board. Null means all classes, organizations, campaigns or scenarios. */
export interface BoardFilter {
  readonly sessionId: string | null;
  readonly organizationId: string | null;
  readonly campaignId: string | null;
  readonly scenarioId: string | null;
}

/** `live` contains every result. `shown` contains those of frozen classes as of the freeze. */
export type BoardView = 'live' | 'shown';

/** SQL of the ranked rows, one per student: the CTE `board`, its parameters, and a name for prepared statements. */
export interface BoardSource {
  readonly name: string;
  readonly cte: string;
  readonly values: readonly unknown[];
  /** True for the board of one class. Then $1 is the class, and only students on its roster are ranked. */
  readonly ofClass: boolean;
}

const RESULT = 'user_id, score, total_score, questions_score, scenarios_passed, achieved_at';

/** Returns the source of a board. The board of a class is read from a sorted table; boards across classes are added up. */
export function boardSource(filter: BoardFilter, view: BoardView, isFrozen: boolean): BoardSource {
  const { sessionId, organizationId, campaignId, scenarioId } = filter;
  if (sessionId === null || organizationId !== null) return totals(filter, view, isFrozen);
  const table = tableOf(view, isFrozen);
  if (scenarioId === null) {
    return {
      name: `${table}-totals`,
      cte: `board as not materialized (select ${RESULT}, 0 as hidden from read.${table.replace('boards', 'board')}_totals
              where session_id = $1 and campaign_id = $2)`,
      values: [sessionId, campaignId ?? ALL_CAMPAIGNS],
      ofClass: true,
    };
  }
  return {
    name: `${table}-scenario`,
    cte: `board as not materialized (
            select user_id, score, total_score, questions_score, 1 as scenarios_passed, achieved_at, 0 as hidden from read.${table}
            where session_id = $1 and scenario_id = $2 and ($3::uuid is null or campaign_id = $3))`,
    values: [sessionId, scenarioId, campaignId],
    ofClass: true,
  };
}

const tableOf = (view: BoardView, isFrozen: boolean): string =>
  view === 'shown' && isFrozen ? 'frozen_leaderboards' : 'leaderboards';

/**
 * Returns the CTE `best`: the best passed attempt of each student in each scenario, also across classes. The statement
 * contains only the conditions in use, because a generic plan for all of them would read the whole table.
 */
export function bestSource(
  filter: BoardFilter,
  view: BoardView,
  isFrozen: boolean,
  userIds: readonly string[] | null = null,
): Omit<BoardSource, 'ofClass'> {
  const { sessionId, organizationId, campaignId, scenarioId } = filter;
  const table = sessionId === null && view === 'shown' ? SHOWN : `read.${tableOf(view, isFrozen)}`;
  const conditions = [
    { column: 'session_id', value: sessionId },
    { column: 'organization_id', value: organizationId },
    { column: 'campaign_id', value: campaignId },
    { column: 'scenario_id', value: scenarioId },
    { column: 'user_id', value: userIds },
  ].filter(({ value }) => value !== null);
  const where = conditions.map(({ column, value }, index) =>
    Array.isArray(value) ? `b.${column} = any ($${index + 1}::uuid[])` : `b.${column} = $${index + 1}`,
  );
  return {
    name: ['bests', view, isFrozen, ...conditions.map(({ column }) => column)].join('-'),
    cte: `best as (
            select distinct on (b.user_id, b.scenario_id) b.* from ${table} b
            where ${[...where, ...(sessionId === null ? [ON_ROSTER] : [])].join(' and ')}
            order by b.user_id, b.scenario_id, b.score desc, b.achieved_at, b.attempt_id)`,
    values: conditions.map(({ value }) => value),
  };
}

/** SQL condition that the student is on the roster. Used only across classes; the query of a class checks the roster itself. */
const ON_ROSTER = `exists (
  select from read.rosters r where r.session_id = b.session_id and r.user_id = b.user_id and r.removed_at is null)`;

/** SQL of the rows that students see. The frozen tables contain rows of a class only while it is frozen. */
const SHOWN = `(
  select * from read.leaderboards l
  where not exists (select from read.leaderboard_freezes f where f.session_id = l.session_id and f.frozen_at is not null)
  union all select * from read.frozen_leaderboards)`;

/**
 * Returns a board that is added up across classes. `hidden` is 1 when a course of these results uses aliases, 2 when one is
 * anonymous.
 */
function totals(filter: BoardFilter, view: BoardView, isFrozen: boolean): BoardSource {
  const best = bestSource(filter, view, isFrozen);
  return {
    ...best,
    name: `sums-${best.name}`,
    ofClass: false,
    cte: `${best.cte}, board as materialized (
            select b.user_id, round(sum(b.score)::numeric, 3)::float8 as score,
                   round(sum(b.total_score)::numeric, 3)::float8 as total_score,
                   round(sum(b.questions_score)::numeric, 3)::float8 as questions_score, count(*)::integer as scenarios_passed,
                   coalesce(max(b.achieved_at) filter (where b.score > 0), min(b.achieved_at)) as achieved_at,
                   max(case n.naming when 'anonymous' then 2 when 'aliases' then 1 else 0 end) as hidden
            from best b left join read.leaderboard_namings n using (course_id) group by b.user_id)`,
  };
}
