import fc from 'fast-check';
import { bestAttempt, isBetterAttempt } from './best-attempt.rule.js';
import type { ScenarioType } from './catalogue.contract.js';

const attempt = (
  attemptId: string,
  totalScore: number,
  questionsScore = 0,
  time = '2026-03-01T09:00:00Z',
  scoreCardType: ScenarioType = 'Default',
) => ({
  attemptId,
  totalScore,
  questionsScore,
  time,
  scoreCardType,
});

it('compares both scores together', () => {
  expect(isBetterAttempt(attempt('a', 50, 30), attempt('b', 70, 5))).toBe(true);
});

it('compares quizzes by their questions alone', () => {
  expect(isBetterAttempt(attempt('a', 0, 30, undefined, 'Quiz'), attempt('b', 90, 20, undefined, 'Quiz'))).toBe(true);
});

it('treats points that differ only by floating-point error as equal', () => {
  const [early, late] = [attempt('a', 0.1, 0.2), attempt('b', 0.3, 0, '2026-03-01T09:00:01Z')];
  expect(bestAttempt([early, late])).toBe(late);
});

it('prefers the later of equal attempts', () => {
  const [early, late] = [attempt('a', 50, 0, '2026-03-01T09:00:00Z'), attempt('b', 50, 0, '2026-03-01T09:00:01Z')];
  expect(bestAttempt([late, early])).toBe(late);
});

it('returns undefined for an empty list', () => {
  expect(bestAttempt([])).toBeUndefined();
});

it('finds the same best attempt in any order', () => {
  const attempts = fc.array(
    fc.record({
      attemptId: fc.uuid(),
      totalScore: fc.integer({ min: 0, max: 3 }),
      questionsScore: fc.integer({ min: 0, max: 3 }),
      time: fc.constantFrom('2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'),
      scoreCardType: fc.constant<ScenarioType>('Default'),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(attempts, (all) => {
      expect(bestAttempt(all.toReversed())).toBe(bestAttempt(all));
    }),
  );
});
