import { gradeOf, percentOf } from './grade.rule.js';

it.each([
  [100, 'A+'],
  [95, 'A+'],
  [94, 'A'],
  [90, 'A'],
  [89, 'B'],
  [80, 'B'],
  [79, 'C'],
  [70, 'C'],
  [69, 'D'],
  [60, 'D'],
  [59, 'F'],
  [0, 'F'],
])('%i %% is %s', (percent, grade) => {
  expect(gradeOf(percent)).toBe(grade);
});

it('floors the percent over total and questions together', () => {
  expect(percentOf({ total: 69, maxTotal: 100, questions: 10, maxQuestions: 15 })).toBe(68);
  expect(percentOf({ total: 94.99, maxTotal: 100, questions: 0, maxQuestions: 0 })).toBe(94);
});

it('has no percent where nothing can be reached', () => {
  expect(percentOf({ total: 5, maxTotal: 0, questions: 0, maxQuestions: 0 })).toBeNull();
});
