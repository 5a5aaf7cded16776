import { distributionOf } from './distribution.js';

it('counts percents by band, and students without a grade separately', () => {
  const { bands, graded, without } = distributionOf([100, 95, 94, 90, 89, 80, 79, 70, 69, 60, 59, 0, null, null]);
  expect(bands.map(({ grade, count }) => [grade, count])).toEqual([
    ['A+', 2],
    ['A', 2],
    ['B', 2],
    ['C', 2],
    ['D', 2],
    ['F', 2],
  ]);
  expect([graded, without]).toEqual([12, 2]);
});
