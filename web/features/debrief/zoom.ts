/** The shown part of the time axis, in milliseconds of the axis. */
export interface Zoom {
  readonly from: number;
  readonly span: number;
}

/** Shortest part that can be shown. */
const LEAST_SPAN_MS = 60_000;

/** Returns the part without what is outside the axis. */
export function keptInside({ from, span }: Zoom, length: number): Zoom {
  const kept = Math.min(Math.max(span, Math.min(LEAST_SPAN_MS, length)), length);
  return { from: Math.min(Math.max(from, 0), length - kept), span: kept };
}

/** Zooms by a factor: below 1 shows less. `center` is the place that stays where it is, from 0 at the left to 1 at the right. */
export function zoomed({ from, span }: Zoom, factor: number, center: number, length: number): Zoom {
  const least = Math.min(LEAST_SPAN_MS, length);
  const next = Math.min(Math.max(span * factor, least), length);
  return keptInside({ from: from + (span - next) * center, span: next }, length);
}
