import { pickedAt } from './picked-moment.js';

/** Central Europe in 2026: clocks go back on October 25 at 01:00 UTC. */
const berlin = (ms: number): number => (ms < Date.UTC(2026, 9, 25, 1) ? 120 : 60);

it.each([
  ['the first time of the repeated hour', '2026-10-25T00:30:00Z', '2026-10-25T02:30', false],
  ['the second time of the repeated hour', '2026-10-25T01:30:00Z', '2026-10-25T02:30', true],
  ['the second time with seconds', '2026-10-25T01:30:59.500Z', '2026-10-25T02:30', true],
  ['a time that the clock shows once', '2026-10-26T01:30:00Z', '2026-10-26T02:30', false],
])('shows %s in the field', (_, moment, picked, second) => {
  expect(pickedAt(new Date(moment), berlin)).toEqual({ picked, second, isPartial: false });
});

it('shows an empty field without a time', () => {
  expect(pickedAt(null)).toEqual({ picked: '', second: false, isPartial: false });
});
