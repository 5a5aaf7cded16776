import { isTooFast } from './too-fast.rule.js';

const lasting = (seconds: number) => ({
  startedAt: '2026-03-02T09:00:00.000Z',
  completedAt: new Date(Date.UTC(2026, 2, 2, 9, 0, seconds)).toISOString(),
});
const question = { questionText: 'Why?', maxScore: 1, answers: [] };
const quiz = { scenarioType: 'Quiz', questions: [question, question, question] } as const;

it('marks a scenario below its minimum time as too fast', () => {
  const flight = { scenarioType: 'Default', questions: [] } as const;
  expect(isTooFast(lasting(9), { ...flight, questions: [] })).toBe(true);
  expect(isTooFast(lasting(10), { ...flight, questions: [] })).toBe(false);
});

it('requires a minimum time for each question of a quiz', () => {
  expect(isTooFast(lasting(5), { ...quiz, questions: [...quiz.questions] })).toBe(true);
  expect(isTooFast(lasting(6), { ...quiz, questions: [...quiz.questions] })).toBe(false);
});

it('prefers the minimum time of the catalogue', () => {
  const slow = { scenarioType: 'Default' as const, questions: [], minSeconds: 60 };
  expect(isTooFast(lasting(59), slow)).toBe(true);
  expect(isTooFast(lasting(1), { ...slow, minSeconds: 0 })).toBe(false);
});
