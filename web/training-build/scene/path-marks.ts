import { BufferGeometry, DataTexture, Float32BufferAttribute, Group, Points, PointsMaterial } from 'three';
import type { Vector } from '../flight/state.js';
import { toPicture } from './frames.js';

const MOST_TICKS = 40;
/** Sizes in pixels of the page. */
const TICK_PX = 6;
const CLOSEST_PX = 14;
/** Texture size of a dot and a ring in pixels. */
const GRAIN = 32;

/** Time ticks as dots, and the closest approach as a ring; their size on the screen is constant. */
export class PathMarks {
  readonly group = new Group();
  private readonly ticks: Points<BufferGeometry, PointsMaterial>;
  private readonly closest: Points<BufferGeometry, PointsMaterial>;

  constructor(colour: number) {
    this.ticks = dots(colour, MOST_TICKS, 0);
    this.closest = dots(colour, 1, 0.6);
    this.group.add(this.ticks, this.closest);
  }

  /** Positions in metres; `closest` is null for no mark. */
  show(ticks: readonly Vector[], closest: Vector | null): void {
    put(this.ticks, ticks.slice(0, MOST_TICKS));
    put(this.closest, closest ? [closest] : []);
  }

  /** `unit` is the number of metres per unit of the picture; `ratio` the number of drawn pixels per pixel of the page. */
  scaleTo(unit: number, ratio: number): void {
    this.group.scale.setScalar(1 / unit);
    this.ticks.material.size = TICK_PX * ratio;
    this.closest.material.size = CLOSEST_PX * ratio;
  }
}

function dots(colour: number, most: number, hole: number): Points<BufferGeometry, PointsMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(most * 3), 3));
  const material = new PointsMaterial({ color: colour, map: disc(hole), alphaTest: 0.5, sizeAttenuation: false });
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  return points;
}

/** Returns a white disc with a hole of this share of its radius. */
function disc(hole: number): DataTexture {
  const pixels = new Uint8Array(GRAIN * GRAIN * 4).fill(255);
  for (let index = 0; index < GRAIN * GRAIN; index += 1) {
    const [x, y] = [(index % GRAIN) + 0.5, Math.floor(index / GRAIN) + 0.5];
    const part = Math.hypot(x - GRAIN / 2, y - GRAIN / 2) / (GRAIN / 2);
    pixels[index * 4 + 3] = part <= 1 && part >= hole ? 255 : 0;
  }
  const texture = new DataTexture(pixels, GRAIN, GRAIN);
  texture.needsUpdate = true;
  return texture;
}

function put(points: Points, places: readonly Vector[]): void {
  const { geometry } = points;
  const position = geometry.getAttribute('position');
  places.forEach((at, index) => position.setXYZ(index, ...toPicture(at)));
  position.needsUpdate = true;
  geometry.setDrawRange(0, places.length);
  points.visible = places.length > 0;
}
