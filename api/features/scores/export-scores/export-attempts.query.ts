import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { NIL } from 'uuid';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { QuestionScorecard, Scorecard } from '../../../contracts/score.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import {
  type AttemptFilter,
  type AttemptRow,
  BEST_FIRST,
  CELL,
  COUNTED,
  exportScope,
  toScorecard,
  valuesOf,
} from '../attempts-in-scope.js';

/** What was answered, question by question: no more of an attempt than a table shows, which is a tenth of it. */
export interface ExportedAnswers {
  readonly texts: readonly string[];
  readonly scores: readonly number[];
  readonly maxima: readonly (number | null)[];
  /** Of those with nothing to reach, one after the other. */
  readonly ungraded: readonly QuestionScorecard['answerScorecards'][];
}

/** A result as staff sees it, and how often the student has tried that scenario there, whatever came of it. */
export interface ExportedAttempt extends Scorecard {
  readonly tries: number;
  readonly answers: ExportedAnswers;
}

/** Where a row stands: which student, which scenario, and then by time, to the microsecond. */
interface Place {
  student: number;
  scenario: number;
  completed: string;
  attempt_id: string;
}

interface Row extends AttemptRow, Place {
  tries: number;
  answers: ExportedAnswers;
}

/** With the answers, a hundred of which may still be a megabyte, or without. */
export type Detail = 'results' | 'answers';

const ROWS_AT_ONCE: Readonly<Record<Detail, number>> = { results: 2_000, answers: 50 };
const BEFORE_ALL: Place = { student: 0, scenario: 0, completed: '-infinity', attempt_id: NIL };
/** Scenarios no catalogue has ever had come after the others. */
const LAST_SCENARIO = 100_000;

const COLUMNS = `attempt_id, user_id, session_id, scenario_id, score_card_type, total_score, questions_score, max_total_score,
  max_questions_score, passed, late, too_fast, started_at, completed_at, '[]'::jsonb as question_scorecards, null as free_text`;

const ANSWERS = `jsonb_build_object(
  'texts', jsonb_path_query_array(question_scorecards, '$[*].questionText'),
  'scores', jsonb_path_query_array(question_scorecards, '$[*].score'),
  'maxima', jsonb_path_query_array(question_scorecards, '$[*].maxScore'),
  'ungraded', jsonb_path_query_array(question_scorecards, '$[*] ? (!(@.maxScore > 0)).answerScorecards'))`;

const NO_ANSWERS = `'{"texts":[],"scores":[],"maxima":[],"ungraded":[]}'::jsonb`;

/** The same attempts as `ScorecardsQuery` finds, student by student, in each by scenario and time. */
@Injectable()
export class ExportAttemptsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** All of some students, page by page; `scenarios` give the order and the titles. */
  async *of(
    userIds: readonly string[],
    filter: AttemptFilter,
    scenarios: readonly Scenario[],
    detail: Detail,
  ): AsyncGenerator<ExportedAttempt[]> {
    const titles = new Map(scenarios.map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
    let last = BEFORE_ALL;
    for (;;) {
      const rows: Row[] = await this.page(userIds, scenarios, filter, detail, last);
      yield rows.map((row) => ({
        ...toScorecard(row, titles.get(row.scenario_id) ?? '', true),
        tries: row.tries,
        answers: row.answers,
      }));
      if (rows.length < ROWS_AT_ONCE[detail]) return;
      last = rows.at(-1)!;
    }
  }

  private async page(
    userIds: readonly string[],
    scenarios: readonly Scenario[],
    filter: AttemptFilter,
    detail: Detail,
    last: Place,
  ): Promise<Row[]> {
    const best = filter.attempts === 'best';
    const { rows } = await this.pool.query<Row>(
      `with tried as (
         select *, count(*) over (partition by ${CELL})::integer as tries
         from read.attempts where ${exportScope(filter)} and user_id = any ($8::uuid[])
       ), chosen as (
         select ${best ? `distinct on (${CELL})` : ''} * from tried where ${COUNTED}
         ${best ? `order by ${CELL}, ${BEST_FIRST}` : ''}
       ), placed as (
         select *, array_position($8::uuid[], user_id) as student,
                coalesce(array_position($9::uuid[], scenario_id), ${LAST_SCENARIO}) as scenario
         from chosen
       )
       select ${COLUMNS}, tries, student, scenario, completed_at::text as completed,
              ${detail === 'answers' ? ANSWERS : NO_ANSWERS} as answers
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
