import type { Points } from 'three';
import { PathMarks } from './path-marks.js';

function shown(marks: PathMarks) {
  const [ticks, closest] = marks.group.children as Points[];
  const places = (points: Points) => {
    const { array } = points.geometry.getAttribute('position');
    return points.visible ? Array.from(array.slice(0, points.geometry.drawRange.count * 3)) : [];
  };
  return { ticks: places(ticks!), closest: places(closest!) };
}

describe('PathMarks', () => {
  it('draws dots at the ticks and a ring at the closest approach, along-track to the right and radial up', () => {
    const marks = new PathMarks(0xffffff);
    marks.show(
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [7, 8, 9],
    );
    expect(shown(marks)).toEqual({ ticks: [2, 1, -3, 5, 4, -6], closest: [8, 7, -9] });
    marks.show([], null);
    expect(shown(marks)).toEqual({ ticks: [], closest: [] });
  });

  it('keeps its size on the screen', () => {
    const marks = new PathMarks(0xffffff);
    marks.scaleTo(500, 2);
    expect(marks.group.scale.x).toBe(1 / 500);
    expect((marks.group.children as Points[]).map(({ material }) => (material as { size?: number }).size)).toEqual([
      12, 28,
    ]);
  });
});
