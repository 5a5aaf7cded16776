import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ScreenPoint } from '../../play/plot-view.js';
import { followPointer } from './follow-pointer.js';
import type { Plot } from './use-plot.js';

/** Size in pixels below which a plot is being hidden, and keeps its last size. */
const SMALLEST = 80;
/** Largest movement of a click, in pixels. */
const CLICK_PX = 6;
const WHEEL_ZOOM = 0.0015;

/** Moves a plot by dragging, zooms it by wheel and pinch, and observes its size. Returns the handler that starts a gesture. */
export function useGestures(stage: RefObject<HTMLElement | null>, plot: Plot, onClick?: (at: ScreenPoint) => void) {
  const touches = useRef(new Map<number, ScreenPoint>());
  const zoomTo = useEffectEvent((factor: number, about: ScreenPoint) => plot.zoomBy(factor, about));
  const resize = useEffectEvent(({ clientWidth: width, clientHeight: height }: HTMLElement) => {
    if (width >= SMALLEST && height >= SMALLEST) plot.setSize({ width, height });
  });
  useEffect(() => {
    const element = stage.current!;
    const sizes = new ResizeObserver(() => resize(element));
    sizes.observe(element);
    // React's wheel listeners are passive, so the page would scroll as well
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      zoomTo(Math.exp(event.deltaY * WHEEL_ZOOM), placeIn(element, event));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      sizes.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, [stage]);

  return (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const element = event.currentTarget;
    const { pointerId } = event;
    const all = touches.current;
    const first = placeIn(element, event);
    all.set(pointerId, first);
    let farthest = all.size > 1 ? Infinity : 0;
    followPointer(event.nativeEvent, {
      move(moved) {
        const last = all.get(pointerId)!;
        const next = placeIn(element, moved);
        farthest = Math.max(farthest, Math.hypot(next.x - first.x, next.y - first.y));
        if (farthest < CLICK_PX) return;
        const apart = spread(all);
        all.set(pointerId, next);
        if (all.size > 1) plot.zoomBy(apart / spread(all), middleOf(all));
        else plot.panBy(next.x - last.x, next.y - last.y);
      },
      end() {
        all.delete(pointerId);
        if (farthest < CLICK_PX) onClick?.(first);
      },
    });
  };
}

function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): ScreenPoint {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function spread(touches: ReadonlyMap<number, ScreenPoint>): number {
  const [a, b] = [...touches.values()];
  return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1;
}

function middleOf(touches: ReadonlyMap<number, ScreenPoint>): ScreenPoint {
  const [a, b] = [...touches.values()];
  return { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 };
}
