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
    marks: 0,
    original: null,
  };
  const cells = { u1: { s1: [7, 40, 100, 5.5, 10, 2, 4, 1, '2026-03-01T10:00:00Z', 1] } } as const;
  expect(gradebookRows({ students, cells: { u1: { s1: [...cells.u1.s1] } } })).toEqual([
    ...students,
    { key: 'u1:s1', sequence: 7, value: cell },
  ]);
});

it('expands what staff decided about cells', () => {
  const figures = [7, 40, 100, 0, 0, 0, 0, 0, '2026-03-01T10:00:00Z', 1] as const;
  const rows = gradebookRows({
    students: [],
    cells: { u1: { s1: [...figures, 9], s2: [...figures, 1, 30, 90, 1], s3: [8, 2] } },
  });
  expect(rows.map(({ value }) => value)).toMatchObject([
    { kind: 'cell', marks: 9, original: null },
    { kind: 'cell', marks: 1, original: { points: 30, maximum: 90, passed: true } },
    { kind: 'empty', marks: 2 },
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
