import { openDebrief } from './debrief.rule.js';
import { reportOf } from './debrief-report.rule.js';
import { DEFAULT_GRADING } from './grading.rule.js';
import {
  type AttemptChanges,
  CLASS_START,
  personId,
  recordedAttempt,
  sampleRecording,
  scenarioId,
} from './recording.fixture.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import type { RecordedStep, Recording } from './recording.contract.js';

const minute = 60_000;
const at = (minutes: number): number => CLASS_START + minutes * minute;
const attempts = (...changes: AttemptChanges[]) => changes.map((change, nth) => recordedAttempt(10 + nth, change));
const report = (people: number, scenarios: number, parts: Partial<Recording>, now = at(60)) =>
  reportOf(openDebrief(sampleRecording(people, scenarios, parts), 'seen'), now);

it('counts students, results, attempts and grades of a class', () => {
  const { scenarios, ...figures } = report(4, 2, {
    attempts: attempts(
      { person: 0, scenario: 0, total: 96 },
      { person: 0, scenario: 1, total: 100 },
      { person: 1, scenario: 0, total: 40 },
      { person: 1, scenario: 0, total: 84 },
      { person: 2, scenario: 1, total: 30, flags: 0 },
    ),
  });
  expect(scenarios).toHaveLength(2);
  expect(figures).toEqual({
    students: 4,
    attempts: 5,
    results: 4,
    possible: 8,
    // the second of the averages 30, 84 and 98
    median: 84,
    grades: [
      { grade: 'A+', students: 1 },
      { grade: 'A', students: 0 },
      { grade: 'B', students: 1 },
      { grade: 'C', students: 0 },
      { grade: 'D', students: 0 },
      { grade: 'F', students: 1 },
    ],
    ungraded: 1,
    length: 60 * minute,
    columns: 2,
  });
});

it('sorts scenarios by their mean, the hardest first, and leaves out those without results', () => {
  const { scenarios } = report(2, 3, {
    attempts: attempts(
      { person: 0, scenario: 0, total: 90 },
      { person: 0, scenario: 2, total: 20, flags: 0 },
      { person: 0, scenario: 2, total: 50, flags: ATTEMPT_FLAGS.passed },
      { person: 1, scenario: 2, total: 41, flags: 0 },
    ),
  });
  expect(scenarios.map(({ scenario, ...figures }) => [scenario.scenarioId, figures])).toEqual([
    [scenarioId(2), { results: 2, failed: 1, percent: 45, attempts: 3 }],
    [scenarioId(0), { results: 1, failed: 0, percent: 90, attempts: 1 }],
  ]);
});

it('follows decisions and settings of the course', () => {
  const figures = report(2, 2, {
    attempts: attempts({ person: 0, scenario: 0, total: 80 }),
    steps: [
      [20, at(1), 'excused', personId(90), personId(1), scenarioId(1)],
      [21, at(2), 'grading', { ...DEFAULT_GRADING, missing: 'Zero' }],
    ],
  });
  expect([figures.possible, figures.median, figures.ungraded]).toEqual([3, 0, 0]);
});

it('leaves out students who were removed, with their results', () => {
  const figures = report(2, 1, {
    attempts: attempts({ person: 0, total: 80 }, { person: 1, total: 20 }),
    roster: [[30, at(5), 'left', 1]],
  });
  expect([figures.students, figures.attempts, figures.results, figures.median]).toEqual([1, 1, 1, 80]);
});

it('adds up the times in which the class ran', () => {
  const ended: RecordedStep[] = [
    [20, at(30), 'ended', at(30)],
    [21, at(50), 'resumed'],
  ];
  expect(report(1, 1, { steps: ended }).length).toBe(40 * minute);
  expect(report(1, 1, { steps: [...ended, [22, at(55), 'ended', at(55)]] }).length).toBe(35 * minute);
});
