import fc from 'fast-check';
import { type GradebookCell, GradebookContent, type GradebookRow } from './gradebook.contract.js';
import { gradebookContent } from './gradebook-content.fixture.js';
import { gradebookRows } from './gradebook-rows.rule.js';
import { DEFAULT_GRADING } from './grading.rule.js';
import { RESULT_LEVELS } from './result-level.rule.js';

const USERS = ['01a22270-62c1-759a-ac48-c05182c853ad', '01a22270-62c1-759a-ac48-c05182c853ae'] as const;
const SCENARIO = '5b9ef81b-90d6-534e-8c3b-2ed8e3cc80a0';
const student = { kind: 'student', username: 'sam', firstName: '', lastName: '', enabled: true } as const;

it('expands columns to named fields, all as of the sequence of the content', () => {
  const content = {
    sequence: 9,
    students: [
      { key: USERS[0], value: student },
      { key: USERS[1], value: null },
    ],
    userIds: [...USERS],
    columns: {
      [SCENARIO]: {
        users: [1],
        total: [40],
        maxTotal: [100],
        questions: [5.5],
        maxQuestions: [10],
        correct: [2],
        counted: [4],
        flags: [1],
        completedAt: ['2026-03-01T10:00:00Z'],
        level: [1],
      },
    },
  };
  expect(gradebookRows(GradebookContent.parse(content))).toEqual([
    { key: USERS[0], sequence: 9, value: student },
    { key: USERS[1], sequence: 9, value: null },
    {
      key: `${USERS[1]}:${SCENARIO}`,
      sequence: 9,
      value: {
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
      },
    },
  ]);
});

it('expands what staff decided about cells', () => {
  const two = {
    total: [1, 2],
    maxTotal: [3, 3],
    questions: [0, 0],
    maxQuestions: [0, 0],
    correct: [0, 0],
    counted: [0, 0],
  };
  const rows = gradebookRows({
    sequence: 1,
    students: [],
    userIds: ['u1', 'u2', 'u3'],
    columns: {
      s1: {
        ...two,
        users: [0, 2],
        flags: [0, 3],
        completedAt: [null, '2026-03-01T10:00:00Z'],
        level: [0, 2],
        decided: [
          [0, 9],
          [1, 1, 30, 90, 1],
        ],
        empty: [[1, 2]],
      },
    },
  });
  expect(rows.map(({ key, value }) => [key, value])).toMatchObject([
    ['u1:s1', { kind: 'cell', total: 1, marks: 9, original: null, completedAt: null }],
    ['u3:s1', { total: 2, passed: true, tooFast: true, original: { points: 30, maximum: 90, passed: true } }],
    ['u2:s1', { kind: 'empty', marks: 2 }],
  ]);
});

it('expands every content to the rows that it was made of', () => {
  const points = fc.integer({ min: 0, max: 1_000 }).map((hundredths) => hundredths / 100);
  const figures = fc.record({ total: points, maxTotal: points, questions: points, maxQuestions: points });
  const rest = fc.record({
    correct: fc.nat(9),
    counted: fc.nat(9),
    passed: fc.boolean(),
    tooFast: fc.boolean(),
    level: fc.constantFrom(...RESULT_LEVELS),
    completedAt: fc.constantFrom(null, '2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z'),
  });
  const decided = fc.oneof(
    fc.record({ marks: fc.nat(15), original: fc.constant(null) }),
    fc.record({
      marks: fc.integer({ min: 1, max: 15 }),
      original: fc.record({ points, maximum: points, passed: fc.boolean() }),
    }),
  );
  const cell = fc
    .tuple(figures, rest, decided)
    .map(([...parts]): GradebookCell => Object.assign({ kind: 'cell' as const }, ...parts));
  const row = fc.oneof<fc.Arbitrary<GradebookRow | null>[]>(
    cell,
    fc.record({ kind: fc.constant('empty' as const), marks: fc.nat(15) }),
    fc.constant(null),
  );
  const key = fc.tuple(fc.constantFrom('u1', 'u2', 'u3'), fc.constantFrom('s1', 's2')).map((ids) => ids.join(':'));
  fc.assert(
    fc.property(fc.dictionary(key, row), (cells) => {
      const rows = { u1: student, grading: { kind: 'grading' as const, ...DEFAULT_GRADING }, ...cells };
      const expanded = gradebookRows(gradebookContent(rows, 7));
      expect(Object.fromEntries(expanded.map(({ key: ofRow, value }) => [ofRow, value]))).toEqual(rows);
      expect(new Set(expanded.map(({ sequence }) => sequence))).toEqual(new Set([7]));
    }),
  );
});
