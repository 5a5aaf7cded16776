import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { LaneZoom } from './use-lane-zoom.js';

/** Factor of one pixel of a wheel with Ctrl, which browsers also send for a pinch on a trackpad. */
const WHEEL_FACTOR = 1.004;

/**
 * Zooms with a wheel and Ctrl, Alt or ⌘, with a pinch on a trackpad, and with two fingers. A wheel that moves sideways, or with Shift,
 * pans. A plain wheel scrolls the lanes.
 */
export function useZoomGestures(target: RefObject<HTMLElement | null>, zoom: LaneZoom): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const { width, left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault();
      zoom.by(WHEEL_FACTOR ** event.deltaY, (event.clientX - left) / width);
      return;
    }
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (zoom.isWhole || sideways === 0 || (!event.shiftKey && Math.abs(event.deltaY) > Math.abs(sideways))) return;
    event.preventDefault();
    zoom.pan(sideways / width);
  });
  const onPinch = useEffectEvent((factor: number, center: number) => zoom.by(factor, center));
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    let distance: number | null = null;
    const wheel = (event: WheelEvent): void => onWheel(event);
    const touch = (event: TouchEvent): void => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!a || !b) {
        distance = null;
        return;
      }
      event.preventDefault();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const { left, width } = element.getBoundingClientRect();
      if (distance !== null && now > 0) onPinch(distance / now, ((a.clientX + b.clientX) / 2 - left) / width);
      distance = now;
    };
    const end = (): void => void (distance = null);
    // React adds these listeners as passive, which cannot prevent the zoom of the page.
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('touchmove', touch, { passive: false });
    element.addEventListener('touchend', end);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('touchmove', touch);
      element.removeEventListener('touchend', end);
    };
  }, [target]);
}
