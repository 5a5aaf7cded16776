import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { BOARD_SCHEMA, BOARD_TABLES } from './boards.tables.js';

/** Bit of flag `Overlapping`, in SQL also. */
export const OVERLAPPING = flagBits(['Overlapping']);
export const OVERLAPPING_SQL = `${OVERLAPPING}::smallint`;

export const RESULT_TABLES = [
  'attempts_v19',
  'attempt_forms_v19',
  'attempt_classes_v19',
  'unmerged_attempts_v19',
  'course_gradings_v19',
  'cell_decisions_v19',
  'regrades_v19',
  'attempt_regrades_v19',
  'own_changes_v19',
  'gradebook_v19',
  'quiz_responses_v19',
  'quiz_forms_v19',
  ...BOARD_TABLES,
] as const;

/**
 * Attempts: `level` is the rank of a level, `flags` are those of `flagBits`. `arrival_…` are those of a recorded attempt, which later
 * events do not change. `original` are the figures before regrades, where those changed them. `decided` is the sequence of the last decision about the attempt. `flown_…` are the points that the server
 * computed, where they differ. `free_text` contains what the player typed, until the player is erased. The questions are stored once
 * for all attempts, because they are most of an attempt's data. `unmerged_attempts` has rows during a rebuild only: how many attempts of a
 * scenario of a class, from a sequence on, are not in cells and boards yet.
 */
const ATTEMPTS = `
  create table attempts_v19 (
    attempt_id uuid primary key,
    user_id uuid not null,
    session_id uuid,
    course_id uuid,
    organization_id uuid,
    scenario_id uuid not null,
    campaign_id uuid not null,
    compete boolean not null,
    score_card_type text not null,
    total_score double precision not null,
    questions_score double precision not null,
    max_total_score double precision not null,
    max_questions_score double precision not null,
    correct_questions smallint not null,
    graded_questions smallint not null,
    passed boolean not null,
    late boolean not null,
    level smallint not null,
    flags smallint not null,
    arrival_flags smallint not null,
    arrival_level smallint not null,
    arrival_reasons smallint not null,
    started_at timestamptz not null,
    completed_at timestamptz not null,
    arrived_at timestamptz not null,
    claimed_started_at timestamptz,
    claimed_completed_at timestamptz,
    form_id uuid not null,
    answers text not null,
    free_text text,
    sequence bigint not null,
    flown_score double precision,
    flown_passed boolean,
    set_aside boolean not null default false,
    decided bigint,
    original jsonb
  );
  create index on attempts_v19 (session_id, scenario_id, user_id);
  create index on attempts_v19 (session_id, sequence);
  create index on attempts_v19 (user_id, (flags & ${OVERLAPPING_SQL}), completed_at);
  create index on attempts_v19 (session_id) where flags <> 0 or decided is not null;
  create table attempt_forms_v19 (form_id uuid primary key, questions text not null);
  create table attempt_classes_v19 (session_id uuid primary key, course_id uuid not null);
  create index on attempt_classes_v19 (course_id);
  create table unmerged_attempts_v19 (
    session_id uuid,
    scenario_id uuid,
    sequence bigint not null,
    attempts integer not null,
    primary key (session_id, scenario_id)
  );`;

/**
 * What staff decided. Undone decisions are kept. Clients choose their ids, which are unique within a course only. The results of ruled
 * courses, which have other settings than the default ones or ever had decisions about cells or regrades, follow from the rules of
 * `contracts`. Those of others are the best attempts, which SQL finds faster. `attempt_regrades` are the figures of an attempt from a
 * sequence on, for recordings. `own_changes` has the last event by which staff changed results of a student.
 */
const DECISIONS = `
  create table course_gradings_v19 (
    course_id uuid primary key,
    grading jsonb,
    is_ruled boolean not null default false,
    has_decisions boolean not null default false,
    sequence bigint not null default 0
  );
  create table cell_decisions_v19 (
    course_id uuid not null,
    decision_id uuid not null,
    session_id uuid not null,
    user_id uuid not null,
    scenario_id uuid not null,
    kind text not null,
    points double precision,
    maximum double precision,
    passed boolean,
    organization_id uuid,
    campaign_id uuid,
    compete boolean,
    decided_at timestamptz not null,
    sequence bigint not null,
    undone boolean not null default false,
    primary key (course_id, decision_id)
  );
  create index on cell_decisions_v19 (session_id, user_id, scenario_id);
  create table regrades_v19 (
    course_id uuid not null,
    decision_id uuid not null,
    session_id uuid,
    scenario_id uuid not null,
    rule jsonb not null,
    sequence bigint not null,
    undone boolean not null default false,
    primary key (course_id, decision_id)
  );
  create table attempt_regrades_v19 (
    session_id uuid,
    sequence bigint,
    attempt_id uuid,
    figures text not null,
    primary key (session_id, sequence, attempt_id)
  );
  create table own_changes_v19 (user_id uuid primary key, sequence bigint not null);`;

/**
 * Cells of the gradebook. One without a result any more remains without figures, so that pages remove it. `figures` are the finished
 * members of `CellMembers`, because 30,000 of them are read as text and not built. The level is not one of them, because it can change.
 * `marks` are bits of `CELL_MARKS`, and `extra` the members after the level, of cells about which staff decided.
 */
const CELLS = `
  create table gradebook_v19 (
    session_id uuid,
    user_id uuid,
    scenario_id uuid,
    points double precision,
    completed_at timestamptz,
    attempt_id uuid,
    level smallint,
    figures text,
    marks smallint not null default 0,
    extra text,
    sequence bigint not null,
    primary key (session_id, user_id, scenario_id)
  );
  create index on gradebook_v19 (session_id, sequence);
  create index on gradebook_v19 (marks) where marks <> 0;`;

/**
 * Responses to quizzes: the attempt that counts for each student. The questions are stored once for all attempts: a thousand students with
 * two hundred questions each would not fit into one response otherwise. Both are finished JSON, which the page's first load forwards as
 * text. Typed text is stored separately, so that it can be erased. A form is kept after better attempts have replaced its own.
 */
const QUIZZES = `
  create table quiz_responses_v19 (
    session_id uuid,
    scenario_id uuid,
    user_id uuid,
    questions_score double precision,
    completed_at timestamptz,
    attempt_id uuid,
    form_id text,
    level smallint,
    attempt text,
    free_text text,
    sequence bigint not null,
    primary key (session_id, scenario_id, user_id)
  );
  create index on quiz_responses_v19 (session_id, scenario_id, sequence);
  create index on quiz_responses_v19 (user_id) where free_text is not null;
  create table quiz_forms_v19 (
    session_id uuid,
    scenario_id uuid,
    form_id text,
    sequence bigint not null,
    form text not null,
    primary key (session_id, scenario_id, form_id)
  );`;

export const RESULT_SCHEMA = [ATTEMPTS, DECISIONS, CELLS, QUIZZES, BOARD_SCHEMA].join('\n');
