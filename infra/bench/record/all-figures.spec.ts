import { comparison, figure } from '../figure.js';
import { printAllFigures, rowsOf, since, writeAllFigures } from './all-figures.js';
import { CHAPTERS } from './chapters.js';
import type { Chapter } from './expectation.js';
import type { RecordedFigure } from './record.js';

const recorded = (suite: string, measured: ReturnType<typeof figure>): RecordedFigure => ({
  suite,
  ...measured,
  on: '2026-11-21',
  machine: { cores: 2, memoryGb: 24 },
});

const CHAPTER: Chapter = {
  title: 'One class',
  expectations: [
    { suite: 'live', name: 'p99', earlier: [293, 248], changed: 'Sent sooner.' },
    { suite: 'append', name: 'append', against: 'peer', earlier: [0.6], whyMissed: 'The disk.' },
    { suite: 'append', name: 'append', against: 'nothing', earlier: [1] },
  ],
};
const RECORD = [
  recorded('append', comparison('append', 500, '/s', { name: 'peer', value: 1_000 }, { atLeast: 0.6 })),
  recorded('live', figure('p99', 124, 'ms', { atMost: 500 })),
  recorded('scale', figure('sockets', 5_000, '')),
];

it('shows goal, earlier and present value of each figure, and unexpected figures last', () => {
  expect(rowsOf([CHAPTER], RECORD).map(({ title, cells }) => [title, ...cells])).toEqual([
    ['One class', 'p99', '≤ 500 ms', '293, 248', '124 ms', '−50 %, better', 'yes', 'Sent sooner.'],
    ['One class', 'append / peer', '≥ 0.6 ×', '0.6', '0.5 ×', '−17 %, worse', 'MISSED', 'The disk.'],
    ['One class', 'append / nothing', '', '1', 'not measured', '', '', ''],
    ['More', 'sockets', '', '', '5,000 ', '', '', ''],
  ]);
});

it('marks a missed goal without an explanation', () => {
  const [row] = rowsOf([], [recorded('live', figure('p99', 600, 'ms', { atMost: 500 }))]);
  expect(row!.cells.at(-1)).toBe('Not explained yet.');
});

it('describes the change in words when the goal defines the better direction', () => {
  expect(since(100, 105, '≤ 500 ms')).toBe('same');
  expect(since(100, 200, '≤ 500 ms')).toBe('+100 %, worse');
  expect(since(100, 200, '≥ 50 /s')).toBe('+100 %, better');
  expect(since(100, 50, null)).toBe('−50 %');
  expect([since(0, 0, '≤ 0 scores'), since(0, 1, '≤ 0 scores'), since(undefined, 1, null)]).toEqual([
    'same',
    'worse',
    '',
  ]);
});

it('renders a page with a table for each part, and a table for a terminal', () => {
  const page = writeAllFigures([CHAPTER], RECORD);
  expect(page).toContain('the newest on 2026-11-21 on a machine of 2 cores, 24 GB of memory');
  expect(page).toContain('Missed: 1.');
  expect(page).toContain('| p99 | ≤ 500 ms | 293, 248 | 124 ms | −50 %, better | yes | Sent sooner. |');
  expect(printAllFigures([CHAPTER], RECORD).split('\n')).toHaveLength(5);
});

it('expects each figure once', () => {
  const keys = CHAPTERS.flatMap(({ expectations }) =>
    expectations.map(({ suite, name, against }) => `${suite}|${name}|${against}`),
  );
  expect(keys).toHaveLength(new Set(keys).size);
});
