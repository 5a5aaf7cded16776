import { answersStream, type ReleasedAnswers } from './answers.stream.js';
import type { AnswersEvent } from './answers.events.js';

const IDS = { courseId: '0198c0de-0000-7000-8000-0000000000c1', sessionId: '0198c0de-0000-7000-8000-0000000000d1' };
const NOW = '2026-03-02T11:00:00.000Z';
const RELEASED: AnswersEvent = { type: 'AnswersReleased', data: { ...IDS, releasedAt: NOW } };
const WITHHELD: AnswersEvent = { type: 'AnswersWithheld', data: { ...IDS, withheldAt: NOW } };

const decide = (past: readonly AnswersEvent[], released: boolean) => {
  const state = past.reduce<ReleasedAnswers>(answersStream.evolve, answersStream.initialState);
  return answersStream.decide({ ...IDS, released, now: NOW }, state);
};

it.each([
  ['releases answers that are withheld by default', [], true, [RELEASED]],
  ['changes nothing when the answers are already released', [RELEASED], true, []],
  ['withholds released answers again', [RELEASED], false, [WITHHELD]],
  ['changes nothing when nothing was released', [], false, []],
  ['releases answers again after they were withheld', [RELEASED, WITHHELD], true, [RELEASED]],
] as const)('%s', (_, past, released, events) => {
  expect(decide(past, released)).toEqual(events);
});
