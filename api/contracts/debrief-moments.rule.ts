import type { DebriefMarker, MarkerKind } from './debrief-markers.rule.js';
import { NONE } from './debrief-state.rule.js';
import type { Recording } from './recording.contract.js';

/** Number of moments in a report. */
const REPORTED_MOMENTS = 5;
/** Shortest time between two moments that were not bookmarked. */
const APART_MS = 60_000;
/** Length of a time in which events count as simultaneous. Students who go offline so shortly before the end leave. */
const TOGETHER_MS = 120_000;
/** Number of students from which on simultaneous events are a moment. */
const MANY = 3;

/** Why a moment was chosen, in the order of importance. */
export type MomentReason =
  | 'bookmark'
  | 'many-asked'
  | 'final-leader'
  | 'first-result'
  | 'many-offline'
  | 'first-finished'
  | 'many-results'
  | 'revealed'
  | 'first-asked'
  | 'leader';

/** A moment of a report. `students`: how many took part, for the reasons that begin with `many`. */
export interface ReportedMoment {
  readonly reason: MomentReason;
  readonly marker: DebriefMarker;
  readonly students: number;
}

/**
 * Returns the moments of a class that are worth talking about, at most five, by time (docs/rules.md#report-of-a-class). Bookmarks are first,
 * those with a note before the others. The remaining places go to the largest events, in the order of {@link MomentReason}.
 */
export function momentsOf(
  recording: Recording,
  markers: readonly DebriefMarker[],
  scenarios: number,
): ReportedMoment[] {
  const { bookmarks } = recording;
  const hasNote = ({ index }: DebriefMarker): boolean => bookmarks[index]![3] !== '';
  const marked = ofKind(markers, 'bookmark').toSorted((a, b) => Number(hasNote(b)) - Number(hasNote(a)) || a.at - b.at);
  const chosen = marked.slice(0, REPORTED_MOMENTS).map((marker) => toMoment('bookmark', marker));
  for (const moment of largestEvents(recording, markers, scenarios)) {
    if (chosen.length === REPORTED_MOMENTS) break;
    if (chosen.every(({ marker }) => Math.abs(marker.at - moment.marker.at) >= APART_MS)) chosen.push(moment);
  }
  return chosen.toSorted((a, b) => a.marker.at - b.marker.at);
}

/** Returns the markers of students who went offline, without those who left when the class ended. */
export function wentOffline(markers: readonly DebriefMarker[]): DebriefMarker[] {
  const end = markers.findLast(({ kind }) => kind === 'ended')?.at ?? Infinity;
  return ofKind(markers, 'offline').filter(({ at }) => at < end - TOGETHER_MS);
}

const ofKind = (markers: readonly DebriefMarker[], kind: MarkerKind): DebriefMarker[] =>
  markers.filter((marker) => marker.kind === kind);

const toMoment = (reason: MomentReason, marker: DebriefMarker, students = 1): ReportedMoment => ({
  reason,
  marker,
  students,
});

const atMost = (reason: MomentReason, marker: DebriefMarker | undefined): ReportedMoment[] =>
  marker ? [toMoment(reason, marker)] : [];

/** Returns the events that compete for places, the most important first. */
function largestEvents(
  recording: Recording,
  markers: readonly DebriefMarker[],
  scenarios: number,
): readonly ReportedMoment[] {
  const leaders = ofKind(markers, 'leader');
  const asked = ofKind(markers, 'help-asked');
  const results = ofKind(markers, 'handed-in');
  const offline = wentOffline(markers);
  return [
    ...mostTogether('many-asked', asked),
    ...atMost('final-leader', leaders.at(-1)),
    ...atMost('first-result', results[0]),
    ...mostTogether('many-offline', offline),
    ...atMost('first-finished', firstFinished(recording, results, scenarios)),
    ...mostTogether('many-results', results),
    ...atMost('revealed', ofKind(markers, 'revealed')[0]),
    ...atMost('first-asked', asked[0]),
    ...leaders
      .slice(0, -1)
      .map((marker) => toMoment('leader', marker))
      .toReversed(),
  ];
}

/** Returns the earliest time of {@link TOGETHER_MS} with the most students; nothing when there are fewer than {@link MANY}. */
function mostTogether(reason: MomentReason, markers: readonly DebriefMarker[]): ReportedMoment[] {
  const inside = new Map<number, number>();
  let most: ReportedMoment | undefined;
  let next = 0;
  for (const marker of markers) {
    for (; next < markers.length && markers[next]!.at - marker.at < TOGETHER_MS; next += 1) {
      inside.set(markers[next]!.person, (inside.get(markers[next]!.person) ?? 0) + 1);
    }
    if (inside.size >= MANY && inside.size > (most?.students ?? 0)) most = toMoment(reason, marker, inside.size);
    const left = inside.get(marker.person)! - 1;
    if (left === 0) inside.delete(marker.person);
    else inside.set(marker.person, left);
  }
  return most ? [most] : [];
}

/** Returns the result with which a student had one in every scenario first. */
function firstFinished(
  { attempts }: Recording,
  results: readonly DebriefMarker[],
  scenarios: number,
): DebriefMarker | undefined {
  const done = new Map<number, Set<number>>();
  return results.find(({ person, index }) => {
    const own = done.get(person) ?? new Set();
    done.set(person, own.add(attempts[index]?.[2] ?? NONE));
    return own.size === scenarios;
  });
}
