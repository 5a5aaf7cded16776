import { itemAnalysis } from './item-analysis.rule.js';
import type { QuizColumn } from './quiz-columns.rule.js';
import type { QuestionItem, QuizForm } from './quiz.contract.js';

const answers = ['Prograde', 'Retrograde', 'Radial'].map((answerText, index) => ({ answerText, correct: index === 0 }));
const question = (questionText: string, maxScore: number | null = 10) => ({ questionText, maxScore, answers });
const questions = [question('Raise the apogee?'), question('Lower the perigee?'), question('How sure are you?', null)];
const form: QuizForm = { kind: 'form', questions: questions.map((each, position) => ({ ...each, position })) };
const columns: QuizColumn[] = questions.map((each) => ({ ...each, key: `1:${each.questionText}` }));

/** Returns a student with a questions score and the chosen option of each question: 0 is the correct one, - means none. */
const student = (questionsScore: number, taken: string) => ({
  form,
  attempt: {
    attemptId: `0198c0de-0000-7000-8000-00000000000${taken.length}`,
    time: '2026-03-01T09:00:00Z',
    questionsScore,
    maxQuestionsScore: 20,
    passed: true,
    tooFast: false,
    level: 'Witnessed' as const,
    form: 'form',
    scores: [...taken].map((option) => (option === '0' ? 10 : 0)),
    chosen: [...taken].map((option) => [0, 1, 2].map((index) => (String(index) === option ? '1' : '0')).join('')),
  },
});

/**
 * Eleven students, by questionsScore. 27 % of eleven are 2.97, so the groups have three students each.
 *
 *   score  20  18  16  16  14  12  10   8   6   4   2
 *   Q1      0   0   0   1   0   0   1   0   1   1   2     full marks: 6 of 11
 *   Q2      0   0   1   0   1   2   1   1   1   -   -     full marks: 3 of 11, answered: 9
 *   Q3      2   2   1   1   1   1   1   0   0   -   0     not graded, answered: 10
 *
 * Top group: 20 and 18 count fully. The two students with 16 share the third place, half a place each.
 *   Q1: (1 + 1 + ½·1 + ½·0) / 3 = 2.5/3     Q2: (1 + 1 + ½·0 + ½·1) / 3 = 2.5/3
 * Bottom group: 6, 4 and 2, without ties.
 *   Q1: 0/3                                 Q2: 0/3
 * Discrimination: 2.5/3 − 0 = 0.8333… for both.
 */
const CLASS = [
  student(20, '002'),
  student(18, '002'),
  student(16, '011'),
  student(16, '101'),
  student(14, '011'),
  student(12, '021'),
  student(10, '111'),
  student(8, '010'),
  student(6, '110'),
  student(4, '1--'),
  student(2, '2-0'),
];

const items = (quizzes = CLASS, of = columns) => itemAnalysis(of, quizzes).items;
const byNumber = (found: QuestionItem[], number: number) => found.find((item) => item.number === number)!;

describe('a class with manually calculated figures', () => {
  it('has groups of 27 %', () => {
    expect(itemAnalysis(columns, CLASS)).toMatchObject({ attempts: 11, groupSize: 3, average: 11.455 });
  });

  it.each([
    [1, { asked: 11, answered: 11, fullMarks: 6 / 11, average: 5.455 }],
    [2, { asked: 11, answered: 9, fullMarks: 3 / 11, average: 2.727 }],
    [3, { asked: 11, answered: 10, fullMarks: null, average: null, discrimination: null }],
  ])('counts answers and full marks of question %i, and averages its points', (number, expected) => {
    expect(byNumber(items(), number)).toMatchObject(expected);
  });

  it('counts how many chose each option', () => {
    const chosen = (number: number) => byNumber(items(), number).options.map((option) => option.chosen);
    expect([1, 2, 3].map(chosen)).toEqual([
      [6, 4, 1],
      [3, 5, 1],
      [3, 5, 2],
    ]);
    expect(byNumber(items(), 1).options[0]).toEqual({ answerText: 'Prograde', correct: true, chosen: 6 });
  });

  it('calculates the discrimination between the top and the bottom group', () => {
    expect(byNumber(items(), 1).discrimination).toBeCloseTo(2.5 / 3, 12);
    expect(byNumber(items(), 2).discrimination).toBeCloseTo(2.5 / 3, 12);
  });

  it('lists the most missed question first and ungraded questions last', () => {
    expect(items().map((item) => item.number)).toEqual([2, 1, 3]);
  });

  it('does not depend on the order of the students', () => {
    expect(items(CLASS.toReversed())).toEqual(items());
  });
});

/**
 * Ten students: 27 % are 2.7, so the groups have three students each. Five students with 20 share the three top places, three
 * fifths each. Five students with 10 share the three bottom places.
 *   Q1, full marks for four of the first five and one of the others:
 *   top (4 · ⅗) / 3 = 0.8, bottom (1 · ⅗) / 3 = 0.2, discrimination 0.6
 *   Q2, full marks for one of the first and three of the others: 0.2 − 0.6 = −0.4
 */
it('shares the places of a group among students tied at its edge', () => {
  const tied = [
    ...['00', '01', '01', '01', '11'].map((taken) => student(20, `${taken}1`)),
    ...['00', '10', '10', '11', '11'].map((taken) => student(10, `${taken}1`)),
  ];
  expect(byNumber(items(tied), 1).discrimination).toBeCloseTo(0.6, 12);
  expect(byNumber(items(tied), 2).discrimination).toBeCloseTo(-0.4, 12);
});

it.each([
  ['fewer than ten', CLASS.slice(0, 9)],
  ['all equal', CLASS.map(({ attempt }) => ({ form, attempt: { ...attempt, questionsScore: 10 } }))],
])('has no groups and no discrimination when the attempts are %s', (_, quizzes) => {
  expect(itemAnalysis(columns, quizzes).groupSize).toBeNull();
  expect(byNumber(items(quizzes), 1)).toMatchObject({ discrimination: null, fullMarks: expect.any(Number) as number });
});

it('counts a student who was not asked a question as neither right nor wrong', () => {
  const shorter: QuizForm = { kind: 'form', questions: form.questions.slice(0, 1) };
  const quizzes = CLASS.map((quiz, index) => (index < 4 ? { ...quiz, form: shorter } : quiz));
  // Seven students are still asked question 2. None of them has full marks or belongs to the top group.
  expect(byNumber(items(quizzes), 2)).toMatchObject({ asked: 7, fullMarks: 0, discrimination: null });
  expect(byNumber(items(quizzes), 1).asked).toBe(11);
});

it('lists every question of a quiz without attempts', () => {
  expect(items([]).map(({ number, asked, fullMarks }) => [number, asked, fullMarks])).toEqual([
    [1, 0, null],
    [2, 0, null],
    [3, 0, null],
  ]);
});

it('treats a maximum of zero as ungraded', () => {
  const zero = columns.map((column) => ({ ...column, maxScore: 0 }));
  expect(byNumber(items(CLASS, zero), 1)).toMatchObject({ fullMarks: null, discrimination: null });
});
