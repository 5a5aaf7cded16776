const FIGURES = `
  score double precision not null,
  total_score double precision not null,
  questions_score double precision not null,
  achieved_at timestamptz not null`;

/** Columns of ranked rows: a student's score in one scenario, in one campaign or over all campaigns. */
const RESULT = `user_id uuid, ${FIGURES}`;

const BEST = `session_id uuid, scenario_id uuid, campaign_id uuid not null, course_id uuid not null, organization_id uuid,
  attempt_id uuid, sequence bigint not null, ${RESULT},
  primary key (session_id, user_id, scenario_id)`;

const TOTAL = `session_id uuid, campaign_id uuid, scenarios_passed integer not null, sequence bigint not null, ${RESULT},
  primary key (session_id, user_id, campaign_id)`;

/** Sort order of the index, so that the first ranks are its first entries. The earlier achievement wins a tie. */
const PLACE = '(-score), achieved_at, user_id';

/** Tables of the live boards, of the copies that students see of frozen classes, and of the decisions on boards. */
export const BOARD_TABLES = [
  'leaderboards_v19',
  'leaderboard_totals_v19',
  'frozen_leaderboards_v19',
  'frozen_leaderboard_totals_v19',
  'leaderboard_freezes_v19',
  'leaderboard_namings_v19',
  'leaderboards_cleared_v19',
] as const;

/**
 * The passed result of each student in each scenario of Compete campaigns of a class, and the totals per campaign and over all campaigns.
 * Set points may have no attempt. Totals are precomputed, so that a board is read in order without adding up. A frozen board is a copy that students see until it is
 * revealed.
 */
export const BOARD_SCHEMA = `
  ${['', 'frozen_']
    .map(
      (prefix) => `
        create table ${prefix}leaderboards_v19 (${BEST});
        create index on ${prefix}leaderboards_v19 (session_id, scenario_id, ${PLACE});
        create table ${prefix}leaderboard_totals_v19 (${TOTAL});
        create index on ${prefix}leaderboard_totals_v19 (session_id, campaign_id, ${PLACE});`,
    )
    .join('')}
  create index on leaderboards_v19 (organization_id, scenario_id);
  create table leaderboard_freezes_v19 (
    session_id uuid primary key,
    course_id uuid not null,
    frozen_at timestamptz,
    sequence bigint not null
  );
  create table leaderboard_namings_v19 (course_id uuid primary key, naming text not null, sequence bigint not null);
  create table leaderboards_cleared_v19 (only_row boolean primary key, cleared_at timestamptz not null, sequence bigint not null);
`;
