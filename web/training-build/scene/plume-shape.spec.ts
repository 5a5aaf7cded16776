import { plumeShape } from './plume-shape.js';

it('points opposite to the change of velocity', () =>
  expect(plumeShape([0, 2, -2], 200, false)!.away).toEqual(
    [-0, -Math.SQRT1_2, Math.SQRT1_2].map((part) => expect.closeTo(part)),
  ));

it('is longer after a stronger burn, up to a limit', () => {
  const [weak, strong, stronger] = [0.1, 2, 9].map((size) => plumeShape([size, 0, 0], 200, false)!.extent);
  expect(strong!).toBeGreaterThan(weak!);
  expect(stronger).toBe(strong);
});

it('grows, fades and ends', () => {
  const at = (age: number) => plumeShape([1, 0, 0], age, false);
  expect(at(100)!.extent).toBeGreaterThan(at(30)!.extent);
  expect(at(1_000)!.strength).toBeLessThan(at(200)!.strength);
  expect(at(1_400)).toBeNull();
});

it('is a still mark with reduced motion, and ends too', () => {
  const at = (age: number) => plumeShape([1, 0, 0], age, true);
  expect(at(1_000)).toEqual(at(0));
  expect(at(1_400)).toBeNull();
});
