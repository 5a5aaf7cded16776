import { type DebriefMarker, MARKER_KINDS, type MarkerKind } from '../../../api/contracts/debrief-markers.rule.js';

/** Kinds of which each class has many. */
const FREQUENT_KINDS: ReadonlySet<MarkerKind> = new Set(['joined', 'handed-in', 'offline']);
/** A kind with more markers is frequent in this class. */
const FREQUENT_FROM = 60;

/** Returns the kinds that are drawn small. */
export function frequentKinds(markers: readonly DebriefMarker[]): ReadonlySet<MarkerKind> {
  const counts = countKinds(markers);
  return new Set(MARKER_KINDS.filter((kind) => FREQUENT_KINDS.has(kind) || (counts.get(kind) ?? 0) > FREQUENT_FROM));
}

/** Counts the markers of each kind. */
export function countKinds(markers: readonly DebriefMarker[]): ReadonlyMap<MarkerKind, number> {
  const counts = new Map<MarkerKind, number>();
  for (const { kind } of markers) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const STORED = 'debriefHiddenMarkers';

/** Returns the kinds that this browser hides. */
export function readHiddenKinds(): ReadonlySet<MarkerKind> {
  const stored = new Set(localStorage.getItem(STORED)?.split(' '));
  return new Set(MARKER_KINDS.filter((kind) => stored.has(kind)));
}

export function storeHiddenKinds(hidden: ReadonlySet<MarkerKind>): void {
  localStorage.setItem(STORED, [...hidden].join(' '));
}
