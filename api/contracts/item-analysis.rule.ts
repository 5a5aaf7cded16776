import { type AnsweredQuiz, isGraded } from './quiz-answers.rule.js';
import { roundPoints } from './points.rule.js';
import type { QuizColumn } from './quiz-columns.rule.js';
import { type Groups, Tally, type Weights } from './item-tally.rule.js';
import type { ItemAnalysis, QuestionItem } from './quiz.contract.js';

/** Share of a class in the top and in the bottom group each: Kelley's, at which the two differ most reliably. */
const GROUP_SHARE = 0.27;
/** With fewer, a group has fewer than three students, and one of them would move the difference by half or more. */
const FEWEST_ATTEMPTS = 10;

/**
 * What a class made of each question, over the best attempts of its students, the most missed question first; those that are
 * not graded come last, in the order of the columns.
 *
 * - `fullMarks`: those with the maximum, of all who were asked.
 * - `average`: the mean of their points.
 * - `discrimination`: the share with full marks in the top 27 % minus that in the bottom 27 %, by questionsScore. A group has
 *   0.27 × attempts students, rounded. Students tied at its edge share the places left there in equal parts, which is the mean
 *   over all ways of breaking the tie. Null with fewer than ten attempts, when all have the same questionsScore (nobody is top
 *   or bottom then), and when nobody of a group was asked the question.
 * - `options`: who chose what, by the option's text; an option of the catalogue that nobody chose is there as well.
 */
export function itemAnalysis(columns: readonly QuizColumn[], quizzes: readonly AnsweredQuiz[]): ItemAnalysis {
  const groups = groupsOf(quizzes.map(({ attempt }) => attempt.questionsScore));
  const items = columns.map((column, index) => itemOf(column, index + 1, quizzes, groups));
  return {
    attempts: quizzes.length,
    groupSize: groups?.size ?? null,
    average: meanOf(
      quizzes.reduce((sum, { attempt }) => sum + attempt.questionsScore, 0),
      quizzes.length,
    ),
    items: items.toSorted(byMissed),
  };
}

const meanOf = (sum: number, count: number): number | null => (count === 0 ? null : roundPoints(sum / count));

function itemOf(
  column: QuizColumn,
  number: number,
  quizzes: readonly AnsweredQuiz[],
  groups: Groups | null,
): QuestionItem {
  const tally = new Tally(column, groups);
  quizzes.forEach((quiz, index) => tally.add(quiz, index));
  const { asked, answered, full, points, options } = tally;
  const graded = isGraded(column);
  return {
    number,
    questionText: column.questionText,
    maxScore: column.maxScore,
    asked,
    answered,
    fullMarks: graded && asked > 0 ? full / asked : null,
    average: graded ? meanOf(points, asked) : null,
    discrimination: graded ? tally.discrimination() : null,
    options: [...options.values()],
  };
}

/** The best and the worst of a class, null when there is no telling who that is. */
function groupsOf(scores: readonly number[]): Groups | null {
  if (scores.length < FEWEST_ATTEMPTS || scores.every((score) => score === scores[0])) return null;
  const size = Math.round(GROUP_SHARE * scores.length);
  return {
    size,
    top: weightsOf(scores, size),
    bottom: weightsOf(
      scores.map((score) => -score),
      size,
    ),
  };
}

/** The `size` greatest have weight 1; those equal to the last of them share what places are left. */
function weightsOf(scores: readonly number[], size: number): Weights {
  const edge = scores.toSorted((a, b) => b - a)[size - 1]!;
  const above = scores.filter((score) => score > edge).length;
  const share = (size - above) / scores.filter((score) => score === edge).length;
  return scores.map((score) => (score > edge ? 1 : score === edge ? share : 0));
}

function byMissed(a: QuestionItem, b: QuestionItem): number {
  if (a.fullMarks !== null && b.fullMarks !== null) return a.fullMarks - b.fullMarks || a.number - b.number;
  if (a.fullMarks === null && b.fullMarks === null) return a.number - b.number;
  return a.fullMarks === null ? 1 : -1;
}
