import type { Vector } from '../flight/state.js';
import {
  clampToScreen,
  fitView,
  inPlane,
  isOnScreen,
  moveInPlane,
  nearestTime,
  panView,
  type PlotView,
  roundLength,
  scaleBar,
  toPlane,
  toScreen,
  worthFitting,
  zoomView,
} from './plot-view.js';

const SIZE = { width: 400, height: 300 };
const VIEW: PlotView = { middle: [100, -50], scale: 2 };

describe('the planes of the plot', () => {
  it('map along-track to the right, and radial or cross-track up', () => {
    const at: Vector = [1, 2, 3];
    expect([inPlane('in-plane', at), inPlane('cross-track', at)]).toEqual([
      [2, 1],
      [2, 3],
    ]);
    expect([moveInPlane('in-plane', at, 10, 20), moveInPlane('cross-track', at, 10, 20)]).toEqual([
      [21, 12, 3],
      [1, 12, 23],
    ]);
  });

  it('convert to the screen with up at the upper edge, and back', () => {
    expect(toScreen(VIEW, SIZE, [100, -50])).toEqual({ x: 200, y: 150 });
    expect(toScreen(VIEW, SIZE, [140, 10])).toEqual({ x: 220, y: 120 });
    expect(toPlane(VIEW, SIZE, { x: 220, y: 120 })).toEqual([140, 10]);
  });
});

describe('the view of the plot', () => {
  const content = [
    [0, 0],
    [-1_000, 40],
  ] as const;

  it('shows its whole content with a margin', () => {
    const view = fitView(content, SIZE, null);
    for (const point of content) expect(isOnScreen(toScreen(view, SIZE, point), SIZE, 30)).toBe(true);
  });

  it('does not shrink below the size of a spacecraft', () => {
    expect(fitView([[5, 5]], SIZE, null)).toMatchObject({ middle: [5, 5], scale: (60 / 332) * 1.08 });
  });

  it('stays while the content moves a little, and is refitted when it leaves or becomes small', () => {
    const before = fitView(content, SIZE, null);
    expect(
      fitView(
        [
          [0, 0],
          [-900, 60],
        ],
        SIZE,
        before,
      ),
    ).toBe(before);
    expect(
      fitView(
        [
          [0, 0],
          [-1_400, 60],
        ],
        SIZE,
        before,
      ),
    ).not.toBe(before);
    expect(
      fitView(
        [
          [0, 0],
          [-300, 60],
        ],
        SIZE,
        before,
      ),
    ).not.toBe(before);
  });

  it('zooms about a fixed point, within limits', () => {
    const about = { x: 40, y: 250 };
    const nearer = zoomView(VIEW, SIZE, about, 0.5);
    expect(nearer.scale).toBe(1);
    expect(toPlane(nearer, SIZE, about)).toEqual(toPlane(VIEW, SIZE, about));
    expect(zoomView(VIEW, SIZE, about, 1e-9).scale).toBe(0.02);
    expect(zoomView(VIEW, SIZE, about, 1e9).scale).toBe(10_000);
  });

  it('moves by the dragged distance', () => {
    const point = toPlane(VIEW, SIZE, { x: 10, y: 20 });
    expect(toScreen(panView(VIEW, 30, -5), SIZE, point)).toEqual({ x: 40, y: 15 });
  });

  it('ignores points that are too far away to fit', () => {
    const path = [10, 90, 500].map((x, time) => ({ time, at: [x, 0, 0] as Vector }));
    expect(worthFitting(path, 100)).toEqual([
      [10, 0, 0],
      [90, 0, 0],
    ]);
  });
});

it('uses round lengths for the scale bar', () => {
  expect([0.3, 1, 4.9, 7, 19, 6_000].map(roundLength)).toEqual([expect.closeTo(0.2), 1, 2, 5, 10, 5_000]);
  expect(scaleBar(2.5, 100)).toEqual({ metres: 200, pixels: 80 });
});

it('keeps handles inside the plot', () => {
  expect(clampToScreen({ x: -5, y: 290 }, SIZE, 16)).toEqual({ x: 16, y: 284 });
});

describe('selecting a position on a path', () => {
  const path = [0, 100, 200].map((y, index) => ({ time: index * 60, at: [0, y, 0] as Vector }));
  const place = ([x, y]: Vector) => ({ x: y, y: x });

  it('finds the nearest time, including between points', () => {
    expect(nearestTime(path, { x: 150, y: 9 }, place, 24)).toBeCloseTo(90);
    expect(nearestTime(path, { x: 210, y: 0 }, place, 24)).toBeCloseTo(120);
  });

  it('finds nothing far from the path', () => {
    expect(nearestTime(path, { x: 150, y: 40 }, place, 24)).toBeNull();
  });
});
