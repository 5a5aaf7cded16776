import { flagsOf } from '../../contracts/attempt-flags.rule.js';
import { type CellMembers, isPassed } from '../../contracts/gradebook-rows.rule.js';
import { ResultLevel } from '../../contracts/attempt.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { QuestionScorecard, Scorecard } from '../../contracts/score.contract.js';
import {
  COUNTED_ATTEMPT,
  LAST_COUNTS,
  NOT_EXCUSED,
  PASSED_ATTEMPT,
  PASSED_RESULT,
} from '../grades/counted-attempts.query.js';
import type { AnswersRow } from '../answered-forms/question-cards.query.js';

/** Filter on attempts. Null means no restriction. */
export interface AttemptFilter {
  readonly sessionId: string | null;
  readonly organizationId: string | null;
  readonly campaignId: string | null;
  readonly scenarioId: string | null;
  readonly userId: string | null;
  readonly includeFailed: boolean;
  readonly attempts: 'best' | 'all';
  /** Leaves out results of students who were removed from the class. False when people export their own results. */
  readonly onRosterOnly: boolean;
}

/**
 * SQL order of the attempts of a cell: the one that is the result first. That is the last one if the course says so, otherwise the best one
 * of `contracts/best-attempt.rule.ts`.
 */
export const BEST_FIRST = `
  case when ${LAST_COUNTS} then 0 when score_card_type = 'Quiz' then questions_score::numeric else total_score::numeric + questions_score::numeric end desc,
  date_trunc('second', completed_at) desc, attempt_id desc`;

/** Columns that identify a cell. Each cell has one best attempt. */
export const CELL = 'session_id, user_id, scenario_id';

/**
 * SQL conditions on `read.attempts` with the values of {@link valuesOf}. `IN_SCOPE` selects students, classes and scenarios.
 * `COUNTED` excludes failed results unless the filter includes them, and except in a history those that do not count and those of excused
 * students. Success is by the pass mark of the course and the decisions of its staff. Where the last attempt counts, a failed one is the
 * result too: `SHOWN_RESULT` excludes it after the result was selected.
 */
export const IN_SCOPE = `
  ($1::uuid is null or session_id = $1) and ($2::uuid is null or organization_id = $2)
  and ($3::uuid is null or campaign_id = $3) and ($4::uuid is null or scenario_id = $4)
  and ($5::uuid is null or user_id = $5)`;
export const COUNTED = `($6 or case when $7 then ${PASSED_ATTEMPT} else ${LAST_COUNTS} or ${PASSED_RESULT} end) and ($7 or (${COUNTED_ATTEMPT} and ${NOT_EXCUSED}))`;
export const SHOWN_RESULT = `($6 or ${PASSED_RESULT})`;

const ON_ROSTER = `(session_id is null or exists (
  select from read.rosters r
  where r.session_id = attempts.session_id and r.user_id = attempts.user_id and r.removed_at is null))`;

/** {@link IN_SCOPE} for exports: results of a class are included only while the student is on its roster, as on the pages. */
export const exportScope = ({ onRosterOnly }: AttemptFilter): string =>
  onRosterOnly ? `${IN_SCOPE} and ${ON_ROSTER}` : IN_SCOPE;

export const valuesOf = (filter: AttemptFilter): unknown[] => [
  filter.sessionId,
  filter.organizationId,
  filter.campaignId,
  filter.scenarioId,
  filter.userId,
  filter.includeFailed,
  filter.attempts === 'all',
];

/** A row of `read.attempts` without its answers, with what follows from the settings of the course. */
export interface ResultRow {
  attempt_id: string;
  user_id: string;
  session_id: string | null;
  scenario_id: string;
  score_card_type: 'Default' | 'Quiz';
  total_score: number;
  questions_score: number;
  max_total_score: number;
  max_questions_score: number;
  /** By the pass mark of the course. */
  is_passed: boolean;
  late: boolean;
  set_aside: boolean;
  counted: boolean;
  level: number;
  flags: number;
  started_at: Date;
  completed_at: Date;
  /** The figures of `SET_FIGURES` where the row stands for the result; null without set points. */
  set_figures?: string | null;
}

export interface AttemptRow extends ResultRow, AnswersRow {
  free_text: string | null;
}

/** Converts a row to a scorecard. `staff`: the viewer sees the results of all students, and so the mark for too fast ones. */
export const toScorecard = (
  row: ResultRow,
  questionScorecards: QuestionScorecard[],
  scenarioName: string,
  staff: boolean,
): Scorecard => ({
  attemptId: row.attempt_id,
  userId: row.user_id,
  sessionId: row.session_id,
  scenarioId: row.scenario_id,
  scenarioName,
  scoreCardType: row.score_card_type,
  ...(row.set_figures ? setFigures(row.set_figures) : playedFigures(row)),
  late: row.late,
  setAside: row.set_aside,
  counted: row.counted,
  ...(staff && { tooFast: flagsOf(row.flags).includes('TooFast'), flags: flagsOf(row.flags) }),
  level: ResultLevel.options[row.level]!,
  startedAt: toMoment(row.started_at),
  time: toMoment(row.completed_at),
  questionScorecards,
});

type ScorecardFigures = Pick<
  Scorecard,
  'totalScore' | 'questionsScore' | 'maxTotalScore' | 'maxQuestionsScore' | 'passed'
>;

/** Returns the figures of the attempt itself. */
export const playedFigures = (row: ResultRow): ScorecardFigures => ({
  totalScore: row.total_score,
  questionsScore: row.questions_score,
  maxTotalScore: row.max_total_score,
  maxQuestionsScore: row.max_questions_score,
  passed: row.is_passed,
});

function setFigures(figures: string): ScorecardFigures {
  const [totalScore, maxTotalScore, questionsScore, maxQuestionsScore, , , flags] = JSON.parse(
    `[${figures},0]`,
  ) as CellMembers;
  return { totalScore, questionsScore, maxTotalScore, maxQuestionsScore, passed: isPassed(flags) };
}
