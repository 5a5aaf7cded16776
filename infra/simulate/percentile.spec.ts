import { percentile } from './percentile.js';

it('is the smallest value that the given percentage of values does not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([percentile(values, 50), percentile(values, 99), percentile(values, 100)]).toEqual([100, 198, 200]);
});

it('is the only value of a single one', () => {
  expect([percentile([7], 1), percentile([7], 99)]).toEqual([7, 7]);
});

it('is null for no values', () => {
  expect(percentile([], 50)).toBeNull();
});
