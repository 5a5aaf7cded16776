import { answersStream, type ClassRelease, debriefStream } from './class-releases.streams.js';
import type { AnswersEvent, DebriefEvent } from './class-releases.events.js';

const IDS = { courseId: '0198c0de-0000-7000-8000-0000000000c1', sessionId: '0198c0de-0000-7000-8000-0000000000d1' };
const NOW = '2026-03-02T11:00:00.000Z';
const released = { ...IDS, releasedAt: NOW };
const withheld = { ...IDS, withheldAt: NOW };
const ANSWERS: AnswersEvent[] = [
  { type: 'AnswersReleased', data: released },
  { type: 'AnswersWithheld', data: withheld },
];
const DEBRIEF: DebriefEvent[] = [
  { type: 'DebriefReleased', data: released },
  { type: 'DebriefWithheld', data: withheld },
];

describe.each([
  ['answers', answersStream, ANSWERS],
  ['debrief', debriefStream, DEBRIEF],
] as const)('%s', (_, stream, [release, withhold]) => {
  const { initialState } = stream;
  const evolve = stream.evolve as (state: ClassRelease, event: AnswersEvent | DebriefEvent) => ClassRelease;
  const decide = (past: readonly (AnswersEvent | DebriefEvent)[], wanted: boolean) =>
    stream.decide({ ...IDS, released: wanted, now: NOW }, past.reduce(evolve, initialState));

  it.each([
    ['releases what is withheld by default', [], true, [release]],
    ['changes nothing when it is already released', [release], true, []],
    ['withholds it again', [release], false, [withhold]],
    ['changes nothing when nothing was released', [], false, []],
    ['releases it again after it was withheld', [release, withhold], true, [release]],
  ] as const)('%s', (__, past, wanted, events) => {
    expect(decide(past as readonly (AnswersEvent | DebriefEvent)[], wanted)).toEqual(events);
  });
});
