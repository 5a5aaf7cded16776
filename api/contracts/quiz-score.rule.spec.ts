import { quizCards, scoreQuiz } from './quiz-score.rule.js';

const ids = [1, 2, 3].map((number) => `0198c0de-0003-7000-8000-00000000000${number}`) as [string, string, string];
const option = (answerText: string, correct: boolean) => ({ answerText, correct });
const quiz = {
  maxQuestionsScore: 10,
  questions: [
    {
      questionId: ids[0],
      questionText: 'One?',
      maxScore: 4,
      answers: [option('a', false), option('b', true)],
      explanation: 'Because of b.',
    },
    {
      questionId: ids[1],
      questionText: 'Several?',
      maxScore: 6,
      answers: [option('c', true), option('d', false), option('e', true)],
    },
    { questionId: ids[2], questionText: 'Your opinion?', maxScore: null, answers: [] },
  ],
};
const answer = (index: 0 | 1 | 2, ...chosen: number[]) => ({ questionId: ids[index], chosen });
const scoresOf = (...answers: ReturnType<typeof answer>[]) =>
  scoreQuiz(quiz, answers).questions.map(({ score }) => score);

it('gives all points for exactly the correct options, in any order, and none otherwise', () => {
  expect(scoresOf(answer(0, 1), answer(1, 2, 0))).toEqual([4, 6, 0]);
  expect(scoresOf(answer(1, 0), answer(0, 0, 1))).toEqual([0, 0, 0]);
  expect(scoresOf(answer(1, 0, 1, 2))).toEqual([0, 0, 0]);
  expect(scoresOf()).toEqual([0, 0, 0]);
});

it('gives no points for a question without correct options', () => {
  const trick = { ...quiz.questions[0]!, answers: [option('a', false)] };
  expect(scoreQuiz({ ...quiz, questions: [trick] }, [answer(0)]).questionsScore).toBe(0);
});

it.each([
  [undefined, [answer(1, 0, 2)], true],
  [undefined, [answer(0, 1)], false],
  [0.4, [answer(0, 1)], true],
  [0.61, [answer(1, 0, 2)], false],
  [0, [], true],
])('with a share of %s, passes by points', (passedShare, answers, passed) => {
  expect(scoreQuiz({ ...quiz, ...(passedShare !== undefined && { passedShare }) }, answers).passed).toBe(passed);
});

it('passes with the exact share, without floating-point error', () => {
  const [question] = quiz.questions;
  const questions = [0.1, 0.2, 0.2].map((maxScore, index) => ({ ...question!, questionId: ids[index]!, maxScore }));
  const found = scoreQuiz({ questions, maxQuestionsScore: 0.5 }, [answer(0, 1), answer(1, 1)]);
  expect([found.questionsScore, found.passed]).toEqual([0.3, true]);
});

it('returns the correct options, and explanations where the catalogue has them', () => {
  expect(scoreQuiz(quiz, [answer(0, 1)])).toEqual({
    questionsScore: 4,
    maxQuestionsScore: 10,
    passed: false,
    questions: [
      { questionId: ids[0], score: 4, maxScore: 4, correct: [1], explanation: 'Because of b.' },
      { questionId: ids[1], score: 0, maxScore: 6, correct: [0, 2] },
      { questionId: ids[2], score: 0, maxScore: null, correct: [] },
    ],
  });
});

it('returns a card for every question, with a typed text as an option', () => {
  const cards = quizCards(quiz, [
    { ...answer(2), text: 'It depends.' },
    { ...answer(1, 2), text: ' ' },
  ]);
  expect(cards).toMatchObject([
    { questionText: 'One?', score: 0, maxScore: 4, answerScorecards: [{ answered: false }, { answered: false }] },
    { questionText: 'Several?', answerScorecards: [{ answered: false }, { answered: false }, { answered: true }] },
    { answerScorecards: [{ answerText: 'It depends.', answered: true, correct: false }] },
  ]);
});
