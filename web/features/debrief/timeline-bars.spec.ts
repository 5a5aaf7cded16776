import { axisOf } from '../../../api/contracts/debrief-axis.rule.js';
import { CLASS_START, sampleRecording } from '../../../api/contracts/recording.fixture.js';
import { countsByTime, openByTime } from './timeline-bars.js';

const minutes = (count: number): number => CLASS_START + count * 60_000;
const axis = axisOf(sampleRecording(1, 1), minutes(60));

it('counts events by minute in a class of an hour, with the last moment in the last bar', () => {
  const bars = countsByTime(
    [0, 0.5, 1, 59.5, 60].map((minute) => ({ at: minutes(minute) })),
    axis,
  );
  expect([bars.length, bars[0], bars[1], bars[59]]).toEqual([60, 2, 1, 2]);
});

it('counts a request in each minute in which it was open', () => {
  const request = (from: number, to: number) => ({ askedAt: minutes(from), endedAt: minutes(to) });
  expect(openByTime([request(1.5, 3.5), request(2, 2.1)], axis).slice(0, 5)).toEqual([0, 1, 2, 1, 0]);
});
