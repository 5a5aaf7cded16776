import type { DebriefMarker } from '../../../api/contracts/debrief-markers.rule.js';

/** A jump to a marker shows it from this many milliseconds on: moments in the address have no fractions of a second. */
const TOLERANCE_MS = 1_000;

/** Returns the newest marker at or before a time. `markers` are sorted by time. */
export const newestMarker = (markers: readonly DebriefMarker[], time: number): DebriefMarker | undefined =>
  markers.findLast(({ at }) => at <= time);

/** Returns the first marker after a time. */
export const markerAfter = (markers: readonly DebriefMarker[], time: number): DebriefMarker | undefined =>
  markers.find(({ at }) => at > time);

/** Returns the last marker that is clearly before a time, so that repeated jumps go further back. */
export const markerBefore = (markers: readonly DebriefMarker[], time: number): DebriefMarker | undefined =>
  newestMarker(markers, time - TOLERANCE_MS);
