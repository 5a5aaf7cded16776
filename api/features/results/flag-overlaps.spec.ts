import fc from 'fast-check';
import { overlappingAmong } from './flag-overlaps.js';

const attempt = fc.record({
  user_id: fc.constantFrom('ada', 'ben'),
  start: fc.integer({ min: 0, max: 20_000 }),
  duration: fc.integer({ min: 0, max: 5_000 }),
});

const iso = (ms: number): string => new Date(ms).toISOString();

it('finds the attempts that share more than a second with another one of the same player', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 12 }), (drawn) => {
      const rows = drawn.map(({ user_id, start, duration }, index) => ({
        attempt_id: String(index),
        user_id,
        started_at: iso(start),
        completed_at: iso(start + duration),
      }));
      const shared = (a: (typeof drawn)[number], b: (typeof drawn)[number]): number =>
        Math.min(a.start + a.duration, b.start + b.duration) - Math.max(a.start, b.start);
      const expected = drawn.flatMap((a, index) =>
        drawn.some((b) => a !== b && a.user_id === b.user_id && shared(a, b) > 1_000) ? [String(index)] : [],
      );
      expect([...overlappingAmong(rows)].toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 1_000 },
  );
});
