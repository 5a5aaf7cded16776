import { Candidates } from '../scores/candidates.query.js';

/** Id that stands for the total over all campaigns. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000';

const FIGURES = `
  score double precision not null,
  total_score double precision not null,
  questions_score double precision not null,
  achieved_at timestamptz not null`;

/** Columns of ranked rows: a student's score in one scenario, in one campaign or over all campaigns. */
const RESULT = `user_id uuid, ${FIGURES}`;

const BEST = `session_id uuid, scenario_id uuid, campaign_id uuid not null, course_id uuid not null, organization_id uuid,
  attempt_id uuid not null, sequence bigint not null, ${RESULT},
  primary key (session_id, user_id, scenario_id)`;

/** Passed attempts of Compete campaigns, whether or not they count. */
export const boardCandidates = new Candidates('leaderboard_candidates_v4', 'leaderboard_settings_v4');

const TOTAL = `session_id uuid, campaign_id uuid, scenarios_passed integer not null, sequence bigint not null, ${RESULT},
  primary key (session_id, user_id, campaign_id)`;

/** Sort order of the index, so that the first ranks are its first entries. The earlier achievement wins a tie. */
const PLACE = '(-score), achieved_at, user_id';

/** Tables of the live boards, of the copies that students see of frozen classes, and of the decisions on boards. */
export const LEADERBOARD_TABLES = [
  'leaderboards_v4',
  'leaderboard_totals_v4',
  'leaderboard_candidates_v4',
  'leaderboard_settings_v4',
  'leaderboard_classes_v4',
  'frozen_leaderboards_v4',
  'frozen_leaderboard_totals_v4',
  'leaderboard_freezes_v4',
  'leaderboard_namings_v4',
  'leaderboards_cleared_v4',
] as const;

export const LEADERBOARD_SCHEMA = `
  ${['', 'frozen_']
    .map(
      (prefix) => `
        create table ${prefix}leaderboards_v4 (${BEST});
        create index on ${prefix}leaderboards_v4 (session_id, scenario_id, ${PLACE});
        create table ${prefix}leaderboard_totals_v4 (${TOTAL});
        create index on ${prefix}leaderboard_totals_v4 (session_id, campaign_id, ${PLACE});`,
    )
    .join('')}
  create index on leaderboards_v4 (organization_id, scenario_id);
  ${boardCandidates.schema(`campaign_id uuid not null, organization_id uuid, ${FIGURES}`)}
  create table leaderboard_classes_v4 (session_id uuid primary key, course_id uuid not null);
  create index on leaderboard_classes_v4 (course_id);
  create table leaderboard_freezes_v4 (
    session_id uuid primary key,
    course_id uuid not null,
    frozen_at timestamptz,
    sequence bigint not null
  );
  create table leaderboard_namings_v4 (course_id uuid primary key, naming text not null, sequence bigint not null);
  create table leaderboards_cleared_v4 (only_row boolean primary key, cleared_at timestamptz not null, sequence bigint not null);
`;
