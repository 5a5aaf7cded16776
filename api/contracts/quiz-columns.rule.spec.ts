import { answersTo } from './quiz-answers.rule.js';
import { quizColumns } from './quiz-columns.rule.js';
import type { QuizForm } from './quiz.contract.js';

const question = (questionText: string) => ({ questionText, maxScore: 10, answers: [] });
const formOf = (...texts: string[]): QuizForm => ({
  kind: 'form',
  questions: texts.map((text, position) => ({ ...question(text), position })),
});
const titles = (catalogue: string[], ...forms: QuizForm[]) =>
  quizColumns(catalogue.map(question), forms).map((column) => column.questionText);

it.each([
  ['are those of the catalogue before the first attempt', [], ['A', 'B']],
  ['keep the order of the catalogue when forms have another order', [formOf('B', 'A')], ['A', 'B']],
  ['include a question that is in no form', [formOf('A')], ['A', 'B']],
  [
    'add other questions of the forms by their position',
    [formOf('A', 'D', 'C'), formOf('A', 'C')],
    ['A', 'B', 'D', 'C'],
  ],
  ['are those of the forms when the catalogue has only other questions', [formOf('Y', 'X')], ['Y', 'X']],
])('columns %s', (_, forms, expected) => {
  expect(titles(['A', 'B'], ...forms)).toEqual(expected);
});

it('finds the answers to questions with the same text in the order of the form', () => {
  const form = formOf('A', 'Same', 'Same');
  const attempt = { scores: [1, 2, 3], chosen: ['', '', ''] } as unknown as Parameters<typeof answersTo>[2];
  const columns = quizColumns([question('Same'), question('Same'), question('Other')], [form]);
  expect(columns.map(({ key }) => answersTo(key, form, attempt)?.score)).toEqual([2, 3, undefined, 1]);
});
