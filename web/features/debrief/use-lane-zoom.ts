import { useMemo, useState } from 'react';
import { keptInside, type Zoom, zoomed } from './zoom.js';

export interface LaneZoom {
  readonly shown: Zoom;
  readonly isWhole: boolean;
  /** Zooms by a factor around a place from 0 to 1. */
  by(factor: number, center: number): void;
  /** Moves by a share of the shown part. */
  pan(share: number): void;
  /** Shows this part; null for the whole class. */
  show(part: Zoom | null): void;
}

/** Keeps the shown part of the axis. The whole class stays shown while it grows. */
export function useLaneZoom(length: number): LaneZoom {
  const [part, setPart] = useState<Zoom | null>(null);
  return useMemo(() => {
    const shown = part ? keptInside(part, length) : { from: 0, span: length };
    const show = (next: Zoom | null): void =>
      setPart((last) => {
        const kept = next === null || next.span >= length ? null : next;
        return kept?.from === last?.from && kept?.span === last?.span ? last : kept;
      });
    return {
      shown,
      isWhole: part === null,
      by: (factor, center) => show(zoomed(shown, factor, center, length)),
      pan: (share) => show(keptInside({ ...shown, from: shown.from + shown.span * share }, length)),
      show,
    };
  }, [part, length]);
}
