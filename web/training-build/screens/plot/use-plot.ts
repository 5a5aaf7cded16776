import { useState } from 'react';
import type { Vector } from '../../flight/state.js';
import {
  fitView,
  inPlane,
  panView,
  type Plane,
  type PlotSize,
  type PlotView,
  type ScreenPoint,
  toScreen,
  zoomView,
} from '../../play/plot-view.js';

/** Size before the browser's first layout of the plot. */
const FIRST_SIZE: PlotSize = { width: 360, height: 300 };

export interface Plot {
  readonly plane: Plane;
  readonly size: PlotSize;
  readonly view: PlotView;
  /** True when zoomed or moved by the player, so that the view no longer follows the content. */
  readonly isOwnView: boolean;
  place(at: Vector): ScreenPoint;
  setSize(size: PlotSize): void;
  /** Zooms about a point of the screen, by default the middle; a factor above 1 shows more. */
  zoomBy(factor: number, about?: ScreenPoint): void;
  panBy(x: number, y: number): void;
  /** Fits the whole content again. */
  fit(): void;
  /** Freezes the view while a handle is dragged. */
  hold(isHeld: boolean): void;
}

/** The view of a plot: fitted to its content until the player zooms or moves it. */
export function usePlot(plane: Plane, content: readonly Vector[]): Plot {
  const [size, setSize] = useState(FIRST_SIZE);
  const [fitted, setFitted] = useState<{ plane: Plane; size: PlotSize; view: PlotView } | null>(null);
  const [own, setOwn] = useState<{ plane: Plane; view: PlotView } | null>(null);
  const [isHeld, hold] = useState(false);

  const before = fitted?.plane === plane && fitted.size === size ? fitted.view : null;
  const points = content.map((at) => inPlane(plane, at));
  const fit = isHeld && before ? before : fitView(points, size, before);
  if (fit !== before) setFitted({ plane, size, view: fit });
  const view = own?.plane === plane ? own.view : fit;

  const change = (next: (view: PlotView) => PlotView): void =>
    setOwn((current) => ({ plane, view: next(current?.plane === plane ? current.view : fit) }));
  return {
    plane,
    size,
    view,
    isOwnView: view !== fit,
    place: (at) => toScreen(view, size, inPlane(plane, at)),
    setSize,
    zoomBy: (factor, about = { x: size.width / 2, y: size.height / 2 }) =>
      change((now) => zoomView(now, size, about, factor)),
    panBy: (x, y) => change((now) => panView(now, x, y)),
    fit: () => setOwn(null),
    hold,
  };
}
