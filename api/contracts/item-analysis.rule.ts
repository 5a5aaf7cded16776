import { type AnsweredQuiz, isGraded } from './quiz-answers.rule.js';
import { roundPoints } from './points.rule.js';
import type { QuizColumn } from './quiz-columns.rule.js';
import { type Groups, Tally, type Weights } from './item-tally.rule.js';
import type { ItemAnalysis, QuestionItem } from './quiz.contract.js';

/** Share of a class in each of the top and bottom groups. At Kelley's 27 % the two differ most reliably. */
const GROUP_SHARE = 0.27;
/** Minimum number of attempts. With fewer, a group has fewer than three students, and one student changes the result by half. */
const FEWEST_ATTEMPTS = 10;

/**
 * Analyses each question over the best attempts of a class. The most missed question is first. Ungraded questions are last,
 * in the order of the columns.
 *
 * - `fullMarks`: the share of the asked students who reached the maximum.
 * - `average`: the mean points of the asked students.
 * - `discrimination`: the share with full marks in the top 27 % minus that in the bottom 27 %, by questionsScore. A group has
 *   0.27 × attempts students, rounded. Students tied at its edge share the remaining places equally, which is the mean over
 *   all ways of breaking the tie. Null with fewer than ten attempts, when all attempts have the same questionsScore, and when
 *   no student of a group was asked the question.
 * - `options`: the number of students who chose each option, by the option's text. Catalogue options without choices are included.
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

/** Returns the top and the bottom group of a class, or null when they cannot be determined. */
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

/** Gives the `size` greatest scores weight 1. Scores equal to the last of them share the remaining places. */
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
