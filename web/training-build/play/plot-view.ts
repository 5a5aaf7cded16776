import { length, type Vector } from '../flight/state.js';
import type { TimedPoint } from '../scene/frames.js';

/** Planes of the plot: both have along-track to the right; radial or cross-track up. */
export const PLANES = ['in-plane', 'cross-track'] as const;
export type Plane = (typeof PLANES)[number];

const UP = { 'in-plane': 0, 'cross-track': 2 } as const;

/** A point of a plane: metres to the right and up. */
export type PlanePoint = readonly [right: number, up: number];

/** A point of the screen: pixels from the upper left corner of the plot. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** The visible part of a plane: its middle, and metres per pixel. */
export interface PlotView {
  readonly middle: PlanePoint;
  readonly scale: number;
}

/** Free space around fitted content in pixels, for labels and handles. */
const MARGIN = 34;
/** Smallest width and height that is fitted, in metres. */
const SMALLEST = 60;
/** A fitted view is kept while the content needs at least this share of it. */
const LEAST_USED = 0.6;
/** Limits of the zoom, in metres per pixel. */
const FINEST = 0.02;
const COARSEST = 10_000;

/** The axis of vectors that points up in a plane. */
export const upAxis = (plane: Plane): 0 | 2 => UP[plane];

export const inPlane = (plane: Plane, vector: Vector): PlanePoint => [vector[1], vector[UP[plane]]];

/** Returns the vector moved within a plane; its third component is unchanged. */
export function moveInPlane(plane: Plane, vector: Vector, right: number, up: number): Vector {
  const moved: [number, number, number] = [...vector];
  moved[1] += right;
  moved[UP[plane]] += up;
  return moved;
}

export function toScreen({ middle, scale }: PlotView, size: PlotSize, [right, up]: PlanePoint): ScreenPoint {
  return { x: size.width / 2 + (right - middle[0]) / scale, y: size.height / 2 - (up - middle[1]) / scale };
}

export function toPlane({ middle, scale }: PlotView, size: PlotSize, { x, y }: ScreenPoint): PlanePoint {
  return [middle[0] + (x - size.width / 2) * scale, middle[1] - (y - size.height / 2) * scale];
}

/** Returns a view that shows all points. `before` is kept while it still fits, so that the plot does not drift. */
export function fitView(points: readonly PlanePoint[], size: PlotSize, before: PlotView | null): PlotView {
  const [rights, ups] = [points.map(([right]) => right), points.map(([, up]) => up)];
  const [left, right, bottom, top] = [Math.min(...rights), Math.max(...rights), Math.min(...ups), Math.max(...ups)];
  const room = { width: Math.max(1, size.width - 2 * MARGIN), height: Math.max(1, size.height - 2 * MARGIN) };
  const tight = Math.max((right - left) / room.width, (top - bottom) / room.height, SMALLEST / room.width);
  if (before) {
    const corners = [toScreen(before, size, [left, top]), toScreen(before, size, [right, bottom])];
    const isInside = corners.every(({ x, y }) => isOnScreen({ x, y }, size, MARGIN / 2));
    if (isInside && tight >= before.scale * LEAST_USED) return before;
  }
  return { middle: [(left + right) / 2, (bottom + top) / 2], scale: tight * 1.08 };
}

/** Zooms about a fixed point of the screen; a factor above 1 shows more. */
export function zoomView(view: PlotView, size: PlotSize, about: ScreenPoint, factor: number): PlotView {
  const scale = Math.min(COARSEST, Math.max(FINEST, view.scale * factor));
  const [right, up] = toPlane(view, size, about);
  const share = scale / view.scale;
  return { scale, middle: [right + (view.middle[0] - right) * share, up + (view.middle[1] - up) * share] };
}

/** Moves the view by a number of pixels. */
export function panView({ middle, scale }: PlotView, x: number, y: number): PlotView {
  return { scale, middle: [middle[0] - x * scale, middle[1] + y * scale] };
}

/** Returns whether a point is on the screen; a negative margin includes points slightly outside. */
export const isOnScreen = ({ x, y }: ScreenPoint, { width, height }: PlotSize, margin = 0): boolean =>
  x >= margin && y >= margin && x <= width - margin && y <= height - margin;

/** Returns the nearest point inside the margin of the screen. */
export const clampToScreen = ({ x, y }: ScreenPoint, { width, height }: PlotSize, margin: number): ScreenPoint => ({
  x: Math.min(width - margin, Math.max(margin, x)),
  y: Math.min(height - margin, Math.max(margin, y)),
});

/** Returns the largest of 1, 2, 5, 10, 20, 50 and so on that does not exceed the value. */
export function roundLength(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

/** Returns the round length of a scale bar that is at most `longest` pixels long. */
export function scaleBar(scale: number, longest: number): { metres: number; pixels: number } {
  const metres = roundLength(scale * longest);
  return { metres, pixels: metres / scale };
}

/** Returns the time at which a path is nearest to a point of the screen; null if the path is farther than `reach` pixels. */
export function nearestTime(
  path: readonly TimedPoint[],
  to: ScreenPoint,
  place: (at: Vector) => ScreenPoint,
  reach: number,
): number | null {
  let time: number | null = null;
  let shortest = reach;
  for (let index = 1; index < path.length; index += 1) {
    const [begin, end] = [path[index - 1]!, path[index]!];
    const [from, until] = [place(begin.at), place(end.at)];
    const [x, y] = [until.x - from.x, until.y - from.y];
    const share = ((to.x - from.x) * x + (to.y - from.y) * y) / Math.max(1e-9, x * x + y * y);
    const part = Math.min(1, Math.max(0, share));
    const distance = Math.hypot(from.x + part * x - to.x, from.y + part * y - to.y);
    if (distance >= shortest) continue;
    shortest = distance;
    time = begin.time + part * (end.time - begin.time);
  }
  return time;
}

/** Returns the points of a path within `reach`; a path that leads farther away is cut off. */
export function worthFitting(path: readonly TimedPoint[], reach: number): Vector[] {
  return path.map(({ at }) => at).filter((at) => length(at) <= reach);
}
