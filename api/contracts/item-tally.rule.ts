import { type AnsweredQuiz, placeOf } from './quiz-answers.rule.js';
import type { QuizColumn } from './quiz-columns.rule.js';
import type { QuestionItem, QuizForm } from './quiz.contract.js';

/** How much of each attempt belongs to a group, in the order of the attempts; 0 to 1. */
export type Weights = readonly number[];

/** The top and the bottom group of a class, `size` students each. */
export interface Groups {
  readonly size: number;
  readonly top: Weights;
  readonly bottom: Weights;
}

type Option = QuestionItem['options'][number];

/** A question in a form. */
interface FormColumns {
  readonly place: number;
  readonly maxScore: number | null;
  readonly options: readonly Option[];
}

/**
 * Counts the answers of a class to one question. The question is looked up once per form, because every new answer
 * recounts up to 200,000 answers.
 */
export class Tally {
  asked = 0;
  answered = 0;
  full = 0;
  points = 0;
  readonly options: Map<string, Option>;
  private readonly byForm = new Map<QuizForm, FormColumns | null>();
  private readonly top = { asked: 0, full: 0 };
  private readonly bottom = { asked: 0, full: 0 };

  constructor(
    private readonly column: QuizColumn,
    private readonly groups: Groups | null,
  ) {
    this.options = new Map(
      column.answers.map(({ answerText, correct }) => [answerText, { answerText, correct, chosen: 0 }]),
    );
  }

  /** Counts one attempt. Call it once for each attempt. `index` is its position in the weights of the groups. */
  add({ attempt, form }: AnsweredQuiz, index: number): void {
    const asked = this.columnsOfForm(form);
    if (!asked) return;
    const { place, maxScore, options } = asked;
    const score = attempt.scores[place] ?? 0;
    const isFull = score === maxScore;
    const chosen = attempt.chosen[place] ?? '';
    this.asked += 1;
    this.full += Number(isFull);
    this.points += score;
    this.answered += Number(chosen.includes('1'));
    options.forEach((option, nth) => {
      if (chosen[nth] === '1') option.chosen += 1;
    });
    if (this.groups) {
      weigh(this.top, this.groups.top[index] ?? 0, isFull);
      weigh(this.bottom, this.groups.bottom[index] ?? 0, isFull);
    }
  }

  /** Returns null without groups, or when no student of a group was asked the question. */
  discrimination(): number | null {
    const { top, bottom } = this;
    return top.asked > 0 && bottom.asked > 0 ? top.full / top.asked - bottom.full / bottom.asked : null;
  }

  private columnsOfForm(form: QuizForm): FormColumns | null {
    let found = this.byForm.get(form);
    if (found === undefined) {
      found = this.find(form);
      this.byForm.set(form, found);
    }
    return found;
  }

  private find(form: QuizForm): FormColumns | null {
    const place = placeOf(this.column.key, form);
    const question = place === undefined ? undefined : form.questions[place];
    if (place === undefined || !question) return null;
    return { place, maxScore: question.maxScore, options: question.answers.map((answer) => this.optionOf(answer)) };
  }

  private optionOf({ answerText, correct }: { answerText: string; correct: boolean }): Option {
    const option = this.options.get(answerText) ?? { answerText, correct, chosen: 0 };
    this.options.set(answerText, option);
    return option;
  }
}

function weigh(group: { asked: number; full: number }, weight: number, isFull: boolean): void {
  group.asked += weight;
  if (isFull) group.full += weight;
}
