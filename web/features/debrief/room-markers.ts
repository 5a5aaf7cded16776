import type { DebriefMarker, MarkerKind } from '../../../api/contracts/debrief-markers.rule.js';
import type { OpenDebrief } from './use-open-debrief.js';

/** Notes of bookmarks may contain names, and decisions about results concern single students. */
const PRIVATE_KINDS: ReadonlySet<MarkerKind> = new Set(['bookmark', 'decision']);

/** Returns the markers that a room may show. Changes of the lead are left out while the leaderboard is frozen. */
export function roomMarkers({ debrief, markers }: Pick<OpenDebrief, 'debrief' | 'markers'>): DebriefMarker[] {
  const { frozenAt } = debrief.at(debrief.entries.length).facts;
  return markers.filter(
    ({ kind, at }) => !PRIVATE_KINDS.has(kind) && (kind !== 'leader' || frozenAt === null || at <= frozenAt),
  );
}
