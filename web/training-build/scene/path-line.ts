import { BufferGeometry, Float32BufferAttribute, Line, LineBasicMaterial, LineDashedMaterial } from 'three';
import type { Vector } from '../flight/state.js';
import { toPicture } from './frames.js';

const MAX_POINTS = 2_048;

/** A curve through points that are given anew with every picture; fades towards its beginning or its end. */
export class PathLine {
  readonly line: Line;
  private readonly places = new Float32BufferAttribute(new Float32Array(MAX_POINTS * 3), 3);
  private readonly colours = new Float32BufferAttribute(new Float32Array(MAX_POINTS * 4), 4);
  private readonly dashed: boolean;

  constructor(
    private readonly colour: readonly [number, number, number],
    { dashed = false, fade = 'none' }: { dashed?: boolean; fade?: 'begin' | 'end' | 'none' } = {},
  ) {
    this.dashed = dashed;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.places);
    geometry.setAttribute('color', this.colours);
    const options = { vertexColors: true, transparent: true, depthWrite: false };
    this.line = new Line(geometry, dashed ? new LineDashedMaterial(options) : new LineBasicMaterial(options));
    this.line.frustumCulled = false;
    this.fade = fade;
  }

  private readonly fade: 'begin' | 'end' | 'none';

  /** `unit`: metres that are one unit of the picture. */
  show(points: readonly Vector[], unit: number): void {
    const count = Math.min(points.length, MAX_POINTS);
    for (let index = 0; index < count; index += 1) {
      const [x, y, z] = toPicture(points[index]!);
      this.places.setXYZ(index, x / unit, y / unit, z / unit);
      this.colours.setXYZW(index, ...this.colour, this.opacityAt(index / Math.max(1, count - 1)));
    }
    this.line.geometry.setDrawRange(0, count);
    this.line.visible = count > 1;
    this.places.needsUpdate = true;
    this.colours.needsUpdate = true;
    if (!this.dashed) return;
    const material = this.line.material as LineDashedMaterial;
    material.dashSize = 0.02;
    material.gapSize = 0.015;
    this.line.computeLineDistances();
  }

  private opacityAt(part: number): number {
    if (this.fade === 'begin') return 0.1 + 0.9 * part;
    return this.fade === 'end' ? 0.95 - 0.75 * part : 0.95;
  }
}
