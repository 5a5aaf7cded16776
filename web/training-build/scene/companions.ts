import { Group } from 'three';
import type { Vector } from '../flight/state.js';
import { type TimedPoint, toPicture } from './frames.js';
import { PathLine } from './path-line.js';
import { makeSpacecraft } from './spacecraft.js';

/** A further flight in the picture, with the colour of its path. */
export interface Companion {
  readonly colour: readonly [number, number, number];
  readonly trail: readonly TimedPoint[];
  readonly at: TimedPoint;
}

/** Size of a companion, relative to the spacecraft. */
const SIZE = 0.8;

/** Draws the spacecraft and paths of further flights. */
export class Companions {
  readonly group = new Group();
  private drawn: { readonly path: PathLine; readonly spacecraft: Group }[] = [];

  /** Places the companions. `seen` converts a point to the frame of reference, `size` is that of a spacecraft in units of the picture. */
  place(companions: readonly Companion[], seen: (point: TimedPoint) => Vector, unit: number, size: number): void {
    if (companions.length !== this.drawn.length) this.create(companions);
    companions.forEach(({ trail, at }, index) => {
      const { path, spacecraft } = this.drawn[index]!;
      path.show([...trail.map(seen), seen(at)]);
      path.scaleTo(unit);
      const [x, y, z] = toPicture(seen(at));
      spacecraft.position.set(x / unit, y / unit, z / unit);
      spacecraft.scale.setScalar(size * SIZE);
    });
  }

  private create(companions: readonly Companion[]): void {
    this.group.clear();
    this.drawn = companions.map(({ colour }) => ({
      path: new PathLine(colour, 'begin'),
      spacecraft: makeSpacecraft(),
    }));
    for (const { path, spacecraft } of this.drawn) this.group.add(path.line, spacecraft);
  }
}
