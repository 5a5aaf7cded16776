import { type Figures, figuresOf } from './grading.rule.js';
import { roundPoints } from './points.rule.js';

/**
 * What a regrade changes in a question or a scenario. `Drop`: its points and its maximum no longer count. `Keys`: full points for
 * exactly the options of one of the keys, none otherwise; only for questions. `FullMarks`: full points for everybody. `Points`: more
 * or fewer points, at most the maximum and at least 0.
 */
export type RegradeChange =
  | { readonly kind: 'Drop' }
  | { readonly kind: 'Keys'; readonly keys: readonly (readonly string[])[] }
  | { readonly kind: 'FullMarks' }
  | { readonly kind: 'Points'; readonly points: number };

/**
 * A regrade that is in force. `questionText` is the trimmed text of the question, by which attempts name it; null: the whole scenario.
 * `neverLower`: attempts that would lose keep what they had. `passedShare`: the share of the points that passes the quiz.
 */
export interface Regrade {
  readonly questionText: string | null;
  readonly change: RegradeChange;
  readonly neverLower: boolean;
  readonly passedShare: number;
}

/** A question of an attempt: its points and the texts of the chosen options. `maxScore` is null for an ungraded question. */
export interface RegradedQuestion {
  readonly questionText: string;
  readonly score: number;
  readonly maxScore: number | null;
  readonly chosen: readonly string[];
}

interface Regradable extends Figures {
  readonly scoreCardType: 'Default' | 'Quiz';
}

/**
 * Returns the figures of an attempt after regrades, which apply in the order in which they were made
 * (docs/rules.md#regrades). `original` are the figures before the first one, and `questions` the questions as they were scored then.
 */
export function regrade(
  original: Regradable,
  questions: readonly RegradedQuestion[],
  regrades: readonly Regrade[],
): Figures {
  let state: State = { figures: original, questions };
  for (const each of regrades) {
    const next = (each.questionText === null ? ofScenario : ofQuestion)(state, each, original.scoreCardType);
    if (!each.neverLower || shareOf(next.figures) >= shareOf(state.figures)) state = next;
  }
  return figuresOf(state.figures);
}

interface State {
  readonly figures: Figures;
  readonly questions: readonly RegradedQuestion[];
}

function ofScenario(
  { figures, questions }: State,
  { change, passedShare }: Regrade,
  type: Regradable['scoreCardType'],
): State {
  switch (change.kind) {
    case 'Drop':
      return {
        figures: {
          ...figures,
          totalScore: 0,
          maxTotalScore: 0,
          questionsScore: 0,
          maxQuestionsScore: 0,
          correct: 0,
          counted: 0,
        },
        questions: [],
      };
    case 'FullMarks': {
      const { maxTotalScore, maxQuestionsScore, counted } = figures;
      const full = { totalScore: maxTotalScore, questionsScore: maxQuestionsScore, correct: counted, passed: true };
      return {
        figures: { ...figures, ...full },
        questions: questions.map((question) => ({ ...question, score: question.maxScore ?? 0 })),
      };
    }
    case 'Points': {
      const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore } = figures;
      if (maxTotalScore > 0)
        return { figures: { ...figures, totalScore: clamp(totalScore + change.points, maxTotalScore) }, questions };
      const points = clamp(questionsScore + change.points, maxQuestionsScore);
      return { figures: judged({ ...figures, questionsScore: points }, passedShare, type), questions };
    }
    case 'Keys':
      return { figures, questions };
  }
}

function ofQuestion(state: State, each: Regrade, type: Regradable['scoreCardType']): State {
  const index = state.questions.findIndex(({ questionText }) => questionText.trim() === each.questionText);
  const before = state.questions[index];
  if (!before) return state;
  const after = changed(before, each.change);
  const questions = state.questions.map((question, place) => (place === index ? after : question));
  const { figures } = state;
  const graded = questions.filter((question) => (question.maxScore ?? 0) > 0);
  const maxQuestionsScore = roundPoints(
    Math.max(0, figures.maxQuestionsScore + (after.maxScore ?? 0) - (before.maxScore ?? 0)),
  );
  const scored = {
    ...figures,
    // Points of the whole scenario may have been added before, so the sum of the questions alone is no limit.
    questionsScore: clamp(figures.questionsScore + after.score - before.score, maxQuestionsScore),
    maxQuestionsScore,
    correct: graded.filter(({ score, maxScore }) => score === maxScore).length,
    counted: graded.length,
  };
  return { figures: judged(scored, each.passedShare, type), questions };
}

/** A quiz is passed by its points. Without a maximum, its success stays. */
function judged(figures: Figures, passedShare: number, type: Regradable['scoreCardType']): Figures {
  const { questionsScore, maxQuestionsScore } = figures;
  if (type !== 'Quiz' || maxQuestionsScore === 0) return figures;
  return { ...figures, passed: questionsScore >= roundPoints(maxQuestionsScore * passedShare) };
}

function changed(question: RegradedQuestion, change: RegradeChange): RegradedQuestion {
  const maximum = question.maxScore ?? 0;
  switch (change.kind) {
    case 'Drop':
      return { ...question, score: 0, maxScore: null };
    case 'FullMarks':
      return { ...question, score: maximum };
    case 'Points':
      return { ...question, score: clamp(question.score + change.points, maximum) };
    case 'Keys':
      return { ...question, score: change.keys.some((key) => isSame(key, question.chosen)) ? maximum : 0 };
  }
}

const clamp = (points: number, maximum: number): number => roundPoints(Math.min(maximum, Math.max(0, points)));

/** A key without options is never right, because leaving the question out would be. */
const isSame = (key: readonly string[], chosen: readonly string[]): boolean =>
  key.length > 0 && key.length === chosen.length && key.every((option) => chosen.includes(option));

/** The share of the points, by which `neverLower` compares, because a dropped question lowers the maximum too. */
function shareOf({ totalScore: total, maxTotalScore: maxTotal, questionsScore, maxQuestionsScore }: Figures): number {
  const maximum = maxTotal + maxQuestionsScore;
  return maximum === 0 ? 0 : (total + questionsScore) / maximum;
}
