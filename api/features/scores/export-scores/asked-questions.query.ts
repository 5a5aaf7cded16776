import { Inject, Injectable } from '@nestjs/common';
import type { Question } from '../../../contracts/catalogue.contract.js';
import { type QuizColumn, questionKeys, quizColumns } from '../../../contracts/quiz-columns.rule.js';
import type { QuizQuestion } from '../../../contracts/quiz.contract.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { type AttemptFilter, COUNTED, exportScope, valuesOf } from '../attempts-in-scope.js';

const ATTEMPTS_AT_ONCE = 500;

/**
 * A batch of attempts. `last` is the id of its last attempt. `asked` is true when an attempt has exactly the catalogue's
 * questions. `others` are the lists of questions that differ.
 */
interface FormPeriod {
  count: number;
  last: string | null;
  asked: boolean;
  others: { texts: string[]; maxima: (number | null)[] }[];
}

/** Finds the columns of a quiz: the questions of the catalogue and the further questions in the exported attempts. */
@Injectable()
export class AskedQuestionsQuery {
  constructor(@Inject(REPLICA_READS) private readonly reads: Reads) {}

  async columns(filter: AttemptFilter, questions: readonly Question[]): Promise<QuizColumn[]> {
    const asked = new Map<string, QuizQuestion>();
    const add = (texts: readonly string[], maxima: readonly (number | null)[]): void => {
      const list = texts.map((questionText, position) => {
        return { questionText, maxScore: maxima[position] ?? null, position, answers: [] };
      });
      questionKeys(list).forEach((key, index) => asked.has(key) || asked.set(key, list[index]!));
    };
    const texts = questions.map(({ questionText }) => questionText);
    for (let last: string | null = null; ;) {
      const stretch = await this.stretch(filter, texts, last);
      for (const other of stretch.others) add(other.texts, other.maxima);
      if (stretch.asked)
        add(
          texts,
          questions.map(({ maxScore }) => maxScore),
        );
      if (stretch.count < ATTEMPTS_AT_ONCE) break;
      last = stretch.last;
    }
    return quizColumns(questions, [{ kind: 'form', questions: [...asked.values()] }]);
  }

  private async stretch(filter: AttemptFilter, texts: readonly string[], last: string | null): Promise<FormPeriod> {
    const { rows } = await this.reads.query<FormPeriod>(
      `with stretch as (
         select attempt_id, question_scorecards, jsonb_path_query_array(question_scorecards, '$[*].questionText') as texts
         from read.attempts where ${exportScope(filter)} and ${COUNTED} and ($8::uuid is null or attempt_id > $8)
         order by attempt_id limit ${ATTEMPTS_AT_ONCE}
       )
       select count(*)::integer as count, (array_agg(attempt_id order by attempt_id desc))[1] as last,
              coalesce(bool_or(texts = $9::jsonb), false) as asked,
              coalesce(jsonb_agg(distinct jsonb_build_object(
                'texts', texts, 'maxima', jsonb_path_query_array(question_scorecards, '$[*].maxScore')))
                filter (where texts <> $9::jsonb), '[]') as others
       from stretch`,
      [...valuesOf(filter), last, JSON.stringify(texts)],
    );
    return rows[0]!;
  }
}
