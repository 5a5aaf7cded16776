import type { GradebookCell } from '../../../api/contracts/gradebook.contract.js';
import { gradebookCell } from '../../../api/contracts/gradebook-content.fixture.js';
import { cellDisplay } from './cell-display.js';

const cell = (points: Partial<GradebookCell>): GradebookCell => gradebookCell({ passed: false, ...points });

describe('the display of a gradebook cell', () => {
  it.each([
    [95, 'A+'],
    [94.9, 'A'],
    [90, 'A'],
    [89.9, 'B'],
    [80, 'B'],
    [70, 'C'],
    [60, 'D'],
    [59.9, 'F'],
    [0, 'F'],
  ])('gives %s of 100 points the letter %s', (total, grade) => {
    expect(cellDisplay(cell({ total }), false)).toEqual({ grade, percent: Math.floor(total), questions: null });
  });

  it('adds total score and questions score, and floors the percent', () => {
    const points = { total: 50, maxTotal: 60, questions: 9, maxQuestions: 10 };
    expect(cellDisplay(cell(points), false).percent).toBe(84);
  });

  it('shows the number of questions with full marks for a quiz', () => {
    const points = { maxTotal: 0, questions: 45, maxQuestions: 50, correct: 9, counted: 10 };
    expect(cellDisplay(cell(points), true)).toEqual({ grade: 'A', percent: 90, questions: '9/10' });
  });

  it('shows no letter when the maximum is zero', () => {
    expect(cellDisplay(cell({ maxTotal: 0 }), true)).toEqual({ grade: null, percent: null, questions: null });
  });
});
