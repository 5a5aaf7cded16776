import type { GradebookCell, GradebookContent } from './gradebook.contract.js';
import { cellFlags, gradebookRows } from './gradebook-rows.rule.js';

it('expands compact cells to named fields and does not change students', () => {
  const student = { kind: 'student', username: 'sam', firstName: '', lastName: '', enabled: true } as const;
  const students = [
    { key: 'u1', sequence: 3, value: student },
    { key: 'u2', sequence: 9, value: null },
  ];
  const cell: GradebookCell = {
    kind: 'cell',
    total: 40,
    maxTotal: 100,
    questions: 5.5,
    maxQuestions: 10,
    correct: 2,
    counted: 4,
    passed: true,
    tooFast: false,
    level: 'Witnessed',
    completedAt: '2026-03-01T10:00:00Z',
  };
  const cells = { u1: { s1: [7, 40, 100, 5.5, 10, 2, 4, 1, '2026-03-01T10:00:00Z', 1] } } as const;
  expect(gradebookRows({ students, cells: { u1: { s1: [...cells.u1.s1] } } })).toEqual([
    ...students,
    { key: 'u1:s1', sequence: 7, value: cell },
  ]);
});

it('removes a cell without an attempt any more', () => {
  expect(gradebookRows({ students: [], cells: {}, removed: [{ key: 'u1:s1', sequence: 8 }] })).toEqual([
    { key: 'u1:s1', sequence: 8, value: null },
  ]);
});

it.each([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
])('encodes passed (%s) and too fast (%s) in one number', (passed, tooFast) => {
  const content = { students: [], cells: { u1: { s1: [1, 0, 0, 0, 0, 0, 0, cellFlags({ passed, tooFast }), '', 0] } } };
  expect(gradebookRows(content as unknown as GradebookContent)[0]?.value).toMatchObject({ passed, tooFast });
});
