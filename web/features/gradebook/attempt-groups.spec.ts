import { scorecard } from '../../testing/scorecard-fixture.js';
import { attemptGroups, duration } from './attempt-groups.js';

const COLUMNS = [
  { scenarioId: 's1', scenarioTitle: 'Orbit Raising' },
  { scenarioId: 's2', scenarioTitle: 'Fundamentals' },
];

describe('the attempts of a student', () => {
  it('numbers attempts by completion, and lists them by column and newest first', () => {
    const groups = attemptGroups(
      [scorecard({ attemptId: 'a', scenarioId: 's2' }), scorecard({ attemptId: 'b' }), scorecard({ attemptId: 'c' })],
      COLUMNS,
      'Best',
    );
    expect(
      groups.map(({ title, attempts }) => [title, attempts.map((each) => [each.number, each.attempt.attemptId])]),
    ).toEqual([
      [
        'Orbit Raising',
        [
          [2, 'c'],
          [1, 'b'],
        ],
      ],
      ['Fundamentals', [[1, 'a']]],
    ]);
  });

  it.each([
    ['the attempt with more points', [{ totalScore: 10 }, { totalScore: 30 }, { totalScore: 20 }], 1],
    ['the later of two equal attempts', [{ totalScore: 30 }, { totalScore: 30, time: '2026-03-01T11:00:00Z' }], 1],
    ['no late attempt', [{ totalScore: 10 }, { totalScore: 90, late: true }], 0],
    ['an attempt that was too fast', [{ totalScore: 10 }, { totalScore: 90, tooFast: true }], 1],
    ['an attempt that was not passed', [{ totalScore: 10 }, { totalScore: 90, passed: false }], 1],
    ['none when all attempts are late', [{ late: true }, { late: true }], null],
  ])('counts one of several attempts: %s', (_, attempts, counting) => {
    const [group] = attemptGroups(
      attempts.map((each, index) => scorecard({ attemptId: `a${index}`, ...each })),
      COLUMNS,
      'Best',
    );
    const counts = group?.attempts.filter((each) => each.counts).map((each) => each.number - 1);
    expect(counts).toEqual(counting === null ? [] : [counting]);
  });

  const later = '2026-03-01T11:00:00Z';
  it.each([
    ['the last attempt', 'Last', [{ totalScore: 90 }, { totalScore: 10, time: later }], 1],
    ['the last attempt that may count', 'Last', [{ totalScore: 10 }, { totalScore: 90, time: later, late: true }], 0],
    ['the greater id of one second', 'Last', [{ attemptId: 'b', totalScore: 10 }, { attemptId: 'a' }], 0],
    ['the best attempt when the average counts', 'Average', [{ totalScore: 90 }, { totalScore: 10, time: later }], 0],
    ['none while the settings load', undefined, [{ totalScore: 90 }], null],
  ] as const)('counts by the settings of the course: %s', (_, policy, attempts, counting) => {
    const [group] = attemptGroups(
      attempts.map((each, index) => scorecard({ attemptId: `a${index}`, ...each })),
      COLUMNS,
      policy,
    );
    const counts = group?.attempts.filter((each) => each.counts).map((each) => each.number - 1);
    expect(counts).toEqual(counting === null ? [] : [counting]);
  });

  it('lists scenarios without a column last, by the title stored with the attempt', () => {
    const attempts = [scorecard({ scenarioId: 'old', scenarioName: 'Retired' }), scorecard({})];
    const groups = attemptGroups(attempts, COLUMNS, 'Best');
    expect(groups.map(({ title }) => title)).toEqual(['Orbit Raising', 'Retired']);
  });
});

it.each([
  ['10:00:00', '10:00:00', '0 s'],
  ['10:00:00', '10:00:07', '7 s'],
  ['10:00:00', '10:12:05', '12 min 5 s'],
  ['10:00:00', '11:00:05', '1 h'],
  ['10:00:00', '12:30:00', '2 h 30 min'],
])('formats the duration from %s to %s as %s', (from, to, text) => {
  expect(duration(`2026-03-01T${from}Z`, `2026-03-01T${to}Z`)).toBe(text);
});
