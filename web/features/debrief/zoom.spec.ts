import { keptInside, zoomed } from './zoom.js';

const LENGTH = 3_600_000;

it('keeps the moment under the pointer in its place', () => {
  const before = { from: 1_000_000, span: 800_000 };
  const after = zoomed(before, 0.5, 0.25, LENGTH);
  expect(after.span).toBe(400_000);
  expect(after.from + after.span * 0.25).toBe(before.from + before.span * 0.25);
});

it('shows at least a minute and at most the whole class', () => {
  expect(zoomed({ from: 0, span: 70_000 }, 0.1, 0, LENGTH).span).toBe(60_000);
  expect(zoomed({ from: 1_000_000, span: 2_000_000 }, 10, 0.5, LENGTH)).toEqual({ from: 0, span: LENGTH });
});

it('stays inside the class', () => {
  expect(keptInside({ from: 3_500_000, span: 600_000 }, LENGTH)).toEqual({ from: 3_000_000, span: 600_000 });
  expect(keptInside({ from: -5, span: 600_000 }, LENGTH).from).toBe(0);
});
