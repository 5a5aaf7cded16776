import { Points } from './primitives.contract.js';

it.each([
  [0.30000000000000004, 0.3],
  [812.3456, 812.346],
  [1_000_000, 1_000_000],
])('keeps three decimals of %d points', (sent, kept) => {
  expect(Points.parse(sent)).toBe(kept);
});

it.each([-0.0001, 1_000_000.0001, Number.NaN])('refuses %d points', (sent) => {
  expect(Points.safeParse(sent).success).toBe(false);
});
