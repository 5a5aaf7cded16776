import { MARKER_KINDS, type MarkerKind } from '../../../api/contracts/debrief-markers.rule.js';

/** Kinds that a large class has thousands of. They are drawn small. */
export const FREQUENT_KINDS: ReadonlySet<MarkerKind> = new Set(['joined', 'handed-in', 'offline']);

const STORED = 'debriefHiddenMarkers';

/** Returns the kinds that this browser hides. */
export function readHiddenKinds(): ReadonlySet<MarkerKind> {
  const stored = new Set(localStorage.getItem(STORED)?.split(' '));
  return new Set(MARKER_KINDS.filter((kind) => stored.has(kind)));
}

export function storeHiddenKinds(hidden: ReadonlySet<MarkerKind>): void {
  localStorage.setItem(STORED, [...hidden].join(' '));
}
