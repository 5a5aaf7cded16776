import { hash } from 'node:crypto';
import type { QuestionScorecard } from '../../contracts/score.contract.js';

/** A question without the answers of a player: its text and maximum, then the text and the correctness of each option. */
type AskedQuestion = readonly [questionText: string, maxScore: number | null, ...options: (string | boolean)[]];

/** The answer to one question: the index of the question in its form, the score, and the indices of the chosen options. */
type Answer = readonly [question: number, score: number, ...chosen: number[]];

/**
 * The question cards of an attempt in two parts: the form, which many attempts share, and the answers. Both are JSON of arrays, which
 * takes a third of the time of objects.
 */
export interface AnsweredForm {
  readonly questions: string;
  /** In the order in which the questions were asked. */
  readonly answers: string;
}

/** A form sorts its questions by text, so that a game that shuffles them still produces a single form. */
export function toAnsweredForm(cards: readonly QuestionScorecard[]): AnsweredForm {
  const order = [...cards.keys()].toSorted((a, b) => compare(cards[a]!.questionText, cards[b]!.questionText) || a - b);
  const places: number[] = [];
  for (const [place, index] of order.entries()) places[index] = place;
  return {
    questions: JSON.stringify(order.map((index) => toQuestion(cards[index]!))),
    answers: JSON.stringify(cards.map((card, index) => toAnswer(card, places[index]!))),
  };
}

/** Returns the id of a form: a hash of its questions, as a UUID without hyphens. */
export const formIdOf = (questions: string): string => hash('sha256', questions).slice(0, 32);

/** Returns the cards that {@link toAnsweredForm} received. */
export function toCards(questions: string, answers: string): QuestionScorecard[] {
  const asked = JSON.parse(questions) as readonly AskedQuestion[];
  return (JSON.parse(answers) as readonly Answer[]).map(([place, score, ...chosen]) => {
    const [questionText, maxScore, ...options] = asked[place]!;
    const answerScorecards = Array.from({ length: options.length / 2 }, (_, index) => ({
      answerText: options[index * 2] as string,
      answered: chosen.includes(index),
      correct: options[index * 2 + 1] as boolean,
    }));
    return { questionText, score, maxScore, answerScorecards };
  });
}

function toQuestion({ questionText, maxScore, answerScorecards }: QuestionScorecard): AskedQuestion {
  const question: [string, number | null, ...(string | boolean)[]] = [questionText, maxScore];
  for (const { answerText, correct } of answerScorecards) question.push(answerText, correct);
  return question;
}

function toAnswer({ score, answerScorecards }: QuestionScorecard, place: number): Answer {
  const answer: [number, number, ...number[]] = [place, score];
  for (const [index, { answered }] of answerScorecards.entries()) if (answered) answer.push(index);
  return answer;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
