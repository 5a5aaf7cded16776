import { CLASS_START, recordedAttempt, sampleRecording } from '../../../api/contracts/recording.fixture.js';
import { ATTEMPT_FLAGS } from '../../../api/contracts/recording.rule.js';
import { progressPoints, recordedProgress } from './recorded-progress.js';

const NOW = CLASS_START + 20 * 60_000;
const minutes = (count: number): number => count * 60_000;

it('counts the first result of a student in each scenario that is not late, by its completion', () => {
  const recording = sampleRecording(2, 2, {
    attempts: [
      recordedAttempt(10, { person: 0, arrivedAt: minutes(9), completedAt: minutes(3) }),
      recordedAttempt(20, { person: 0, arrivedAt: minutes(5) }),
      recordedAttempt(30, { person: 1, arrivedAt: minutes(6), flags: ATTEMPT_FLAGS.late }),
      recordedAttempt(40, { person: 1, scenario: 1, arrivedAt: minutes(8) }),
    ],
  });
  expect(recordedProgress(recording, NOW)).toEqual({
    start: CLASS_START,
    minutes: 20,
    steps: [
      [3, 0, 0, 1],
      [8, 1, 1, 1],
    ],
  });
});

it('omits students who left the class', () => {
  const recording = sampleRecording(2, 1, { attempts: [recordedAttempt(10, { person: 1, arrivedAt: minutes(2) })] });
  const left = { ...recording, roster: [...recording.roster, [50, CLASS_START + minutes(4), 'left', 1] as const] };
  expect(recordedProgress(left as typeof recording, NOW).steps).toEqual([]);
});

it('has points until the end of each line', () => {
  const own = { start: CLASS_START, minutes: 5, steps: [[2, 0, 1, 1] as [number, number, number, number]] };
  expect(progressPoints(own, { classes: 3, missing: 0, minutes: 9, steps: [[7, 1, 2, 3]] })).toEqual([
    { minute: 0, lower: 0, median: 0, upper: 0, earlier: 0, band: [0, 0] },
    { minute: 2, lower: 0, median: 1, upper: 1, earlier: 0, band: [0, 0] },
    { minute: 5, lower: 0, median: 1, upper: 1, earlier: 0, band: [0, 0] },
    { minute: 7, earlier: 2, band: [1, 3] },
    { minute: 9, earlier: 2, band: [1, 3] },
  ]);
  expect(progressPoints(own, undefined).map(({ minute }) => minute)).toEqual([0, 2, 5]);
});
