import { Inject, Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { Figures } from '../../../contracts/grading.rule.js';
import { roundPoints } from '../../../contracts/points.rule.js';
import type { QuestionScorecard, Scorecard } from '../../../contracts/score.contract.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import {
  type AttemptFilter,
  BEST_FIRST,
  CELL,
  COUNTED,
  SHOWN_RESULT,
  exportScope,
  playedFigures,
  type ResultRow,
  toScorecard,
  valuesOf,
} from '../attempts-in-scope.js';
import { COUNTED_ATTEMPT, PASSED_ATTEMPT, SET_FIGURES } from '../../grades/counted-attempts.query.js';
import { type AnswersRow, QuestionCardsQuery } from '../../answered-forms/question-cards.query.js';

/** The answers of an attempt by question. Contains only the exported fields, a tenth of the stored answers. */
export interface ExportedAnswers {
  readonly texts: readonly string[];
  readonly scores: readonly number[];
  readonly maxima: readonly (number | null)[];
  /** Chosen answers of the questions without points, in order. */
  readonly ungraded: readonly QuestionScorecard['answerScorecards'][];
}

/** A result as staff sees it. `tries` counts all attempts of the student in this cell, including failed ones. */
export interface ExportedAttempt extends Scorecard {
  readonly tries: number;
  /** The points before regrades and set points, where those changed them. */
  readonly original: number | null;
  /** The reasons of the decisions in force, in the order of the decisions. */
  readonly reasons: string;
  readonly answers: ExportedAnswers;
}

/** Sort key of a row: student, scenario, time in microseconds, attempt. */
interface ExportCursor {
  student: number;
  scenario: number;
  completed: string;
  attempt_id: string;
}

/** With the columns of {@link AnswersRow} only for a list of answers. */
interface Row extends ResultRow, AnswersRow, ExportCursor {
  tries: number;
  original: Pick<Figures, 'totalScore' | 'questionsScore'> | null;
  reasons: string | null;
}

/** Whether rows include the answers. A hundred rows with answers may still be a megabyte. */
export type ExportDetail = 'results' | 'answers';

const ROWS_AT_ONCE: Readonly<Record<ExportDetail, number>> = { results: 2_000, answers: 50 };
const BEFORE_ALL: ExportCursor = { student: 0, scenario: 0, completed: '-infinity', attempt_id: NIL };
/** Sort position of scenarios that are not in the catalogue, after all others. */
const LAST_SCENARIO = 100_000;

const COLUMNS = `attempt_id, user_id, session_id, scenario_id, score_card_type, total_score, questions_score, max_total_score,
  max_questions_score, ${PASSED_ATTEMPT} as is_passed, late, set_aside, ${COUNTED_ATTEMPT} as counted, level, flags, started_at, completed_at, original`;
/** Most of an attempt. Without these, PostgreSQL sorts and sends a fraction. */
const ANSWERS = 'form_id, answers';

/** SQL of the reasons of the decisions in force about an attempt of `placed`, its cell, and its scenario if a regrade changed it. */
const REASONS = `(
  select string_agg(d.reason, '; ' order by d.sequence) from (
    select reason, sequence from read.grade_decisions
    where attempt_id = placed.attempt_id and undone_at is null
      and not exists (select from read.grade_decisions later where later.attempt_id = placed.attempt_id
                        and later.undone_at is null and later.sequence > grade_decisions.sequence)
    union all
    select c.reason, c.sequence from (
      select kind, reason, sequence,
             max(sequence) filter (where kind <> 'Comment') over () as last
      from read.grade_decisions
      where session_id = placed.session_id and user_id = placed.user_id and scenario_id = placed.scenario_id
        and attempt_id is null and undone_at is null) c
    where c.kind = 'Comment' or (c.sequence = c.last and c.kind <> 'Cleared')
    union all
    select reason, sequence from read.grade_decisions
    where placed.original is not null and course_id = placed.course_id and user_id is null
      and scenario_id = placed.scenario_id and coalesce(session_id, placed.session_id) = placed.session_id
      and undone_at is null
  ) d where d.reason <> '')`;

/** Reads the same attempts as `ScorecardsQuery`, sorted by student, then by scenario and time. */
@Injectable()
export class ExportAttemptsQuery {
  constructor(
    @Inject(REPLICA_READS) private readonly reads: Reads,
    private readonly cards: QuestionCardsQuery,
  ) {}

  /** Yields the attempts of the given students in pages. `scenarios` defines the order and the titles. */
  async *of(
    userIds: readonly string[],
    filter: AttemptFilter,
    scenarios: readonly Scenario[],
    detail: ExportDetail,
  ): AsyncGenerator<ExportedAttempt[]> {
    const titles = new Map(scenarios.map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
    let last = BEFORE_ALL;
    for (;;) {
      const rows: Row[] = await this.page(userIds, scenarios, filter, detail, last);
      const cards = detail === 'answers' ? await this.cards.of(rows) : [];
      yield rows.map((row, index) => ({
        ...toScorecard(row, [], titles.get(row.scenario_id) ?? '', true),
        tries: row.tries,
        original: originalOf(row),
        reasons: row.reasons ?? '',
        answers: toExportedAnswers(cards[index] ?? []),
      }));
      if (rows.length < ROWS_AT_ONCE[detail]) return;
      last = rows.at(-1)!;
    }
  }

  private async page(
    userIds: readonly string[],
    scenarios: readonly Scenario[],
    filter: AttemptFilter,
    detail: ExportDetail,
    last: ExportCursor,
  ): Promise<Row[]> {
    const best = filter.attempts === 'best';
    const { rows } = await this.reads.query<Row>(
      `with tried as (
         select *, count(*) over (partition by ${CELL})::integer as tries
         from read.attempts where ${exportScope(filter)} and user_id = any ($8::uuid[])
       ), chosen as (
         select ${best ? `distinct on (${CELL})` : ''} * from tried where ${COUNTED}
         ${best ? `order by ${CELL}, ${BEST_FIRST}` : ''}
       ), placed as (
         select *, array_position($8::uuid[], user_id) as student,
                coalesce(array_position($9::uuid[], scenario_id), ${LAST_SCENARIO}) as scenario
         from chosen ${best ? `where ${SHOWN_RESULT}` : ''}
       )
       select ${detail === 'answers' ? `${ANSWERS}, ` : ''}${COLUMNS}, ${best ? SET_FIGURES : 'null'} as set_figures, ${REASONS} as reasons,
              tries, student, scenario, completed_at::text as completed
       from placed
       where (student, scenario, completed_at, attempt_id) > ($10::integer, $11::integer, $12::timestamptz, $13::uuid)
       order by student, scenario, completed_at, attempt_id limit ${ROWS_AT_ONCE[detail]}`,
      [
        ...valuesOf(filter),
        userIds,
        scenarios.map(({ scenarioId }) => scenarioId),
        last.student,
        last.scenario,
        last.completed,
        last.attempt_id,
      ],
    );
    return rows;
  }
}

const toExportedAnswers = (cards: readonly QuestionScorecard[]): ExportedAnswers => ({
  texts: cards.map(({ questionText }) => questionText),
  scores: cards.map(({ score }) => score),
  maxima: cards.map(({ maxScore }) => maxScore),
  ungraded: cards
    .filter(({ maxScore }) => maxScore === null || maxScore <= 0)
    .map(({ answerScorecards }) => answerScorecards),
});

function originalOf(row: Row): number | null {
  const { totalScore, questionsScore } = row.original ?? playedFigures(row);
  const original = roundPoints(totalScore + questionsScore);
  const card = toScorecard(row, [], '', true);
  return original === roundPoints(card.totalScore + card.questionsScore) ? null : original;
}
