import { Inject, Injectable } from '@nestjs/common';
import type { Question } from '../../../contracts/catalogue.contract.js';
import { type QuizColumn, questionKeys, quizColumns } from '../../../contracts/quiz-columns.rule.js';
import type { QuizQuestion } from '../../../contracts/quiz.contract.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { type AttemptFilter, COUNTED, exportScope, valuesOf } from '../attempts-in-scope.js';
import { type AnswersRow, QuestionCardsQuery } from '../../answered-forms/question-cards.query.js';

const ATTEMPTS_AT_ONCE = 500;

/** A batch of attempts. `last` is the id of its last attempt. `forms` has the answers of one attempt with each form. */
interface AttemptBatch {
  count: number;
  last: string | null;
  forms: AnswersRow[];
}

/** Finds the columns of a quiz: the questions of the catalogue and the further questions in the exported attempts. */
@Injectable()
export class AskedQuestionsQuery {
  constructor(
    @Inject(REPLICA_READS) private readonly reads: Reads,
    private readonly cards: QuestionCardsQuery,
  ) {}

  async columns(filter: AttemptFilter, questions: readonly Question[]): Promise<QuizColumn[]> {
    const asked = new Map<string, QuizQuestion>();
    const add = (list: readonly Pick<Question, 'questionText' | 'maxScore'>[]): void => {
      questionKeys(list).forEach((key, position) => {
        const { questionText, maxScore } = list[position]!;
        if (!asked.has(key)) asked.set(key, { questionText, maxScore, position, answers: [] });
      });
    };
    const texts = JSON.stringify(questions.map(({ questionText }) => questionText));
    for (let last: string | null = null; ;) {
      const batch = await this.batch(filter, last);
      const lists = await this.cards.of(batch.forms);
      const isAsked = (list: (typeof lists)[number]): boolean =>
        JSON.stringify(list.map(({ questionText }) => questionText)) === texts;
      for (const list of lists.filter((each) => !isAsked(each))) add(list);
      if (lists.some(isAsked)) add(questions);
      if (batch.count < ATTEMPTS_AT_ONCE) break;
      last = batch.last;
    }
    return quizColumns(questions, [{ kind: 'form', questions: [...asked.values()] }]);
  }

  private async batch(filter: AttemptFilter, last: string | null): Promise<AttemptBatch> {
    const { rows } = await this.reads.query<AttemptBatch>(
      `with batch as (
         select attempt_id, form_id, answers
         from read.attempts where ${exportScope(filter)} and ${COUNTED} and ($8::uuid is null or attempt_id > $8)
         order by attempt_id limit ${ATTEMPTS_AT_ONCE}
       ), forms as (
         select distinct on (form_id) form_id, answers from batch order by form_id, attempt_id
       )
       select count(*)::integer as count, (array_agg(attempt_id order by attempt_id desc))[1] as last,
              (select coalesce(json_agg(forms), '[]') from forms) as forms
       from batch`,
      [...valuesOf(filter), last],
    );
    return rows[0]!;
  }
}
