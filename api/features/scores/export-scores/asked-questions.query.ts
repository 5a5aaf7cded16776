import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Question } from '../../../contracts/catalogue.contract.js';
import { type QuizColumn, questionKeys, quizColumns } from '../../../contracts/quiz-columns.rule.js';
import type { QuizQuestion } from '../../../contracts/quiz.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { type AttemptFilter, COUNTED, IN_SCOPE, valuesOf } from '../attempts-in-scope.js';

const ATTEMPTS_AT_ONCE = 500;

interface Row {
  attempt_id: string;
  questions: { questionText: string; maxScore: number | null }[];
}

/** The columns of a quiz: what the catalogue asks, and what was asked besides in the attempts at hand. */
@Injectable()
export class AskedQuestionsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async columns(filter: AttemptFilter, questions: readonly Question[]): Promise<QuizColumn[]> {
    const asked = new Map<string, QuizQuestion>();
    let last: string | null = null;
    for (;;) {
      const rows: Row[] = await this.page(filter, last);
      for (const row of rows) {
        questionKeys(row.questions).forEach((key, position) => {
          if (!asked.has(key)) asked.set(key, { ...row.questions[position]!, position, answers: [] });
        });
      }
      if (rows.length < ATTEMPTS_AT_ONCE) break;
      last = rows.at(-1)!.attempt_id;
    }
    return quizColumns(questions, [{ kind: 'form', questions: [...asked.values()] }]);
  }

  private async page(filter: AttemptFilter, last: string | null): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>(
      `select attempt_id, (select coalesce(jsonb_agg(q - 'answerScorecards' - 'score'), '[]') from jsonb_array_elements(question_scorecards) q) as questions
       from read.attempts where ${IN_SCOPE} and ${COUNTED} and ($8::uuid is null or attempt_id > $8)
       order by attempt_id limit ${ATTEMPTS_AT_ONCE}`,
      [...valuesOf(filter), last],
    );
    return rows;
  }
}
