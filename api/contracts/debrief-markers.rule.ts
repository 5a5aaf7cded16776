import type { Debrief } from './debrief.rule.js';
import { isRankable } from './debrief-attempts.rule.js';
import { type BoardSum, compareSums, sumOf } from './debrief-board.rule.js';
import { ENTRY_KINDS } from './debrief-entries.rule.js';
import { isStudent } from './debrief-gradebook.rule.js';
import { selectsBest } from './debrief-decisions.rule.js';
import { isOpen } from './debrief-presence.rule.js';
import { type DebriefState, NONE } from './debrief-state.rule.js';
import type { RecordedStep, Recording } from './recording.contract.js';
import { HELP_CODES, PRESENCE_CODES } from './recording.rule.js';

/** Kinds of markers on the time bar, in the order of their filters. */
export const MARKER_KINDS = [
  'started',
  'joined',
  'handed-in',
  'leader',
  'help-asked',
  'help-answered',
  'offline',
  'frozen',
  'revealed',
  'decision',
  'bookmark',
  'ended',
  'resumed',
] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];

/**
 * A moment of a class that is worth a jump. `person`: its student or, for a bookmark, its author; `NONE` without one. `index`: that of the
 * attempt, step, state or bookmark in the recording.
 */
export interface DebriefMarker {
  readonly kind: MarkerKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly person: number;
  readonly index: number;
}

const KINDS_OF_STEPS: Readonly<Partial<Record<RecordedStep[2], MarkerKind>>> = {
  started: 'started',
  ended: 'ended',
  resumed: 'resumed',
  frozen: 'frozen',
  revealed: 'revealed',
  cleared: 'decision',
  accepted: 'decision',
  'set-aside': 'decision',
  undone: 'decision',
  points: 'decision',
  excused: 'decision',
  commented: 'decision',
  restored: 'decision',
  regraded: 'decision',
  grading: 'decision',
};

/** Returns the markers of a debrief by time. Those before the start of the class are left out. */
export function markersOf(debrief: Debrief): DebriefMarker[] {
  const { recording } = debrief;
  const markers = [...markersOfEntries(debrief), ...leaders(debrief), ...markersOfStates(recording)];
  for (const [index, [, at, person]] of recording.bookmarks.entries()) {
    markers.push({ kind: 'bookmark', at, person, index });
  }
  const start = markers.find(({ kind }) => kind === 'started')?.at ?? Number.NEGATIVE_INFINITY;
  return markers.filter(({ at }) => at >= start).toSorted((a, b) => a.at - b.at);
}

function markersOfEntries({ entries, recording }: Debrief): DebriefMarker[] {
  const { steps, roster, attempts } = recording;
  const markers: DebriefMarker[] = [];
  for (let place = 0; place < entries.length; place += 1) {
    const index = entries.indexes[place]!;
    const at = entries.times[place]!;
    if (entries.kinds[place] === ENTRY_KINDS.attempt) {
      markers.push({ kind: 'handed-in', at, person: attempts[index]![1], index });
    } else if (entries.kinds[place] === ENTRY_KINDS.roster) {
      const [, , change, person] = roster[index]!;
      if (change === 'joined') markers.push({ kind: 'joined', at, person, index });
    } else {
      const step = steps[index]!;
      const kind = KINDS_OF_STEPS[step[2]];
      if (!kind) continue;
      const isTimed = step[2] === 'started' || step[2] === 'ended';
      markers.push({ kind, at: isTimed ? step[3] : at, person: NONE, index });
    }
  }
  return markers;
}

function markersOfStates({ states }: Recording): DebriefMarker[] {
  const markers: DebriefMarker[] = [];
  const before = new Map<number, Recording['states'][number]>();
  for (const [index, state] of states.entries()) {
    const [at, person, presence, help] = state;
    const former = before.get(person);
    before.set(person, state);
    const wasAnswered = former?.[3] === HELP_CODES.answered;
    if (isOpen(help) && !(former && isOpen(former[3]))) markers.push({ kind: 'help-asked', at, person, index });
    else if ((help === HELP_CODES.answered || help === HELP_CODES.resolved) && !wasAnswered && former?.[3] !== help) {
      markers.push({ kind: 'help-answered', at, person, index });
    }
    const wasHere = former !== undefined && former[2] !== PRESENCE_CODES.offline;
    if (wasHere && presence === PRESENCE_CODES.offline) markers.push({ kind: 'offline', at, person, index });
  }
  return markers;
}

/**
 * Returns the moments at which another student came first on the board over all campaigns. Totals are kept, so that only students near the
 * leader are compared exactly.
 */
function leaders(debrief: Debrief): DebriefMarker[] {
  const { entries, attempts, recording } = debrief;
  const markers: DebriefMarker[] = [];
  const totals = new Float64Array(recording.people.length);
  const shown = new Int32Array(debrief.at(0).ranked.length).fill(NONE);
  let leader: BoardSum | null = null;
  for (let place = 0; place < entries.length; place += 1) {
    const index = entries.indexes[place]!;
    const former: number = leader?.person ?? NONE;
    const state = debrief.at(place + 1);
    if (entries.kinds[place] === ENTRY_KINDS.attempt && selectsBest(state.facts.grading)) {
      // Only passed attempts of Compete scenarios change a board.
      if (!isRankable(attempts, index)) continue;
      const cell = attempts.cells[index]!;
      const person = attempts.list[index]![1];
      if (state.ruled.size > 0) {
        totals[person] = sumOf(debrief, state, person, null)?.score ?? 0;
        shown.set(state.ranked);
      } else {
        if (state.ranked[cell] !== index) continue;
        const replaced = shown[cell]!;
        totals[person]! += attempts.scores[index]! - (replaced === NONE ? 0 : attempts.scores[replaced]!);
        shown[cell] = index;
      }
      if (!leader || totals[person]! > leader.score - ROUNDING) leader = withPerson(debrief, state, leader, person);
    } else if (entries.kinds[place] === ENTRY_KINDS.roster && recording.roster[index]![3] !== former) {
      leader = withPerson(debrief, state, leader, recording.roster[index]![3]);
    } else {
      shown.set(state.ranked);
      leader = null;
      for (const person of recording.people.keys()) {
        totals[person] = sumOf(debrief, state, person, null)?.score ?? 0;
        leader = withPerson(debrief, state, leader, person);
      }
    }
    if (leader && leader.person !== former) {
      markers.push({ kind: 'leader', at: entries.times[place]!, person: leader.person, index: place });
    }
  }
  return markers;
}

/** More than the error of a sum, and less than the smallest difference of points. */
const ROUNDING = 0.0005;

/** Returns the leader of a board after the result of a person has changed. The result of a leader only improves. */
function withPerson(debrief: Debrief, state: DebriefState, leader: BoardSum | null, person: number): BoardSum | null {
  const [, , , , enabled] = debrief.recording.people[person]!;
  const sum = enabled && isStudent(state, person) ? sumOf(debrief, state, person, null) : null;
  if (!sum) return leader;
  return !leader || leader.person === person || compareSums(debrief, sum, leader) < 0 ? sum : leader;
}
