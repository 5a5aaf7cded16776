import { type Completion, progressAt, progressOf, type ProgressStep, typicalProgress } from './class-progress.rule.js';

const completed = (userId: string, ...minutes: number[]): Completion[] => minutes.map((minute) => ({ userId, minute }));
const constant = (minutes: number, figure: number) => ({
  minutes,
  steps: [[0, figure - 1, figure, figure + 1]] as ProgressStep[],
});

it('has the number of completed scenarios of the student at each quartile, at each change', () => {
  const completions = [...completed('a', 9, 2), ...completed('b', 2), ...completed('c', 5, 5, 9)];
  // Four students: 0, 1, 1, 0 after two minutes, 0, 1, 1, 2 after five, and 0, 1, 2, 3 after nine.
  expect(progressOf(4, completions)).toEqual([
    [2, 0, 0, 1],
    [5, 0, 1, 1],
    [9, 0, 1, 2],
  ]);
});

it('counts students without a result as 0, and has no step without a change', () => {
  expect(progressOf(8, completed('a', 1, 2, 3))).toEqual([]);
  expect(progressOf(0, [])).toEqual([]);
  expect(progressOf(1, completed('a', 4, 4))).toEqual([[4, 2, 2, 2]]);
});

it('is 0 before the first step and lasts until the next one', () => {
  const steps = progressOf(1, completed('a', 3, 7));
  expect([2, 3, 6, 7, 90].map((minute) => progressAt(steps, minute)[2])).toEqual([0, 1, 1, 2, 2]);
});

it('takes the median of the classes that still ran, until fewer than three did', () => {
  expect(typicalProgress([constant(30, 9), constant(10, 2), constant(50, 4), constant(40, 7)])).toEqual({
    minutes: 30,
    steps: [
      [0, 3, 4, 5],
      [11, 6, 7, 8],
    ],
  });
});

it('has no typical progress of two classes', () => {
  expect(typicalProgress([constant(30, 3), constant(30, 4)])).toEqual({ minutes: 0, steps: [] });
});
