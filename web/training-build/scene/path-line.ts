import { BufferGeometry, Float32BufferAttribute, Line, LineBasicMaterial, LineDashedMaterial } from 'three';
import type { Vector } from '../flight/state.js';
import { toPicture } from './frames.js';

const MAX_POINTS = 2_048;
/** In units of the picture. */
const DASH = 0.02;
const GAP = 0.015;

type Fade = 'begin' | 'end';

/** A curve through points that fades towards its start or its end. Points are in metres; the scale is set separately. */
export class PathLine {
  readonly line: Line;
  private count = 0;
  private readonly places = new Float32BufferAttribute(new Float32Array(MAX_POINTS * 3), 3);
  private readonly colours = new Float32BufferAttribute(new Float32Array(MAX_POINTS * 4), 4);
  private readonly distances = new Float32BufferAttribute(new Float32Array(MAX_POINTS), 1);
  private readonly material: LineBasicMaterial | LineDashedMaterial;

  constructor(
    private readonly colour: readonly [number, number, number],
    private readonly fade: Fade,
    { dashed = false } = {},
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.places);
    geometry.setAttribute('color', this.colours);
    if (dashed) geometry.setAttribute('lineDistance', this.distances);
    const options = { vertexColors: true, transparent: true, depthWrite: false };
    this.material = dashed ? new LineDashedMaterial(options) : new LineBasicMaterial(options);
    this.line = new Line(geometry, this.material);
    this.line.frustumCulled = false;
  }

  /** Sets the points of the curve. */
  show(points: readonly Vector[]): void {
    const count = Math.min(points.length, MAX_POINTS);
    for (let index = 0; index < count; index += 1) this.put(index, points[index]!);
    this.places.needsUpdate = true;
    if (count !== this.count) this.paint(count);
    this.count = count;
    this.line.geometry.setDrawRange(0, count);
    this.line.visible = count > 1;
  }

  /** Moves only the last point. */
  moveEnd(to: Vector): void {
    if (this.count === 0) return;
    this.put(this.count - 1, to);
    this.places.needsUpdate = true;
  }

  /** `unit` is the number of metres per unit of the picture. */
  scaleTo(unit: number): void {
    this.line.scale.setScalar(1 / unit);
    if (!(this.material instanceof LineDashedMaterial)) return;
    this.material.dashSize = DASH * unit;
    this.material.gapSize = GAP * unit;
  }

  private put(index: number, point: Vector): void {
    const [x, y, z] = toPicture(point);
    const { array } = this.places;
    const first = index * 3;
    if (this.material instanceof LineDashedMaterial) {
      const step = index === 0 ? 0 : Math.hypot(x - array[first - 3]!, y - array[first - 2]!, z - array[first - 1]!);
      this.distances.array[index] = index === 0 ? 0 : this.distances.array[index - 1]! + step;
      this.distances.needsUpdate = true;
    }
    array[first] = x;
    array[first + 1] = y;
    array[first + 2] = z;
  }

  private paint(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const part = index / Math.max(1, count - 1);
      this.colours.setXYZW(index, ...this.colour, this.fade === 'begin' ? 0.1 + 0.9 * part : 0.95 - 0.75 * part);
    }
    this.colours.needsUpdate = true;
  }
}
