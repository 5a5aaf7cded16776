import { countUpTo } from './debrief-entries.rule.js';
import { type DebriefState, NONE, ROSTER_CODES } from './debrief-state.rule.js';
import { momentOfTime } from './moment.rule.js';
import type { PresenceRow, PresenceState } from './presence.contract.js';
import type { Recording } from './recording.contract.js';
import { HELP_CODES, PRESENCE_CODES } from './recording.rule.js';

const CHECKPOINT_EVERY = 2_000;
const STATES = Object.keys(PRESENCE_CODES) as PresenceState[];

/** The recorded presence of a class at any of its moments. */
export interface DebriefPresence {
  /** Returns the index of the newest state of each person, or `NONE`. The next call overwrites the returned list. */
  at(time: number): Int32Array;
  /** Returns the row of the monitor for a state. The same index returns the same object. */
  rowOf(index: number): PresenceRow;
}

/** The row of a student without a state, and of each student while the class does not run. */
const ABSENT: PresenceRow = {
  state: 'offline',
  scenarioId: null,
  since: null,
  needsHelpSince: null,
  helpId: null,
  helper: null,
  seenAt: null,
};

/** Prepares the states of a recording. */
export function openPresence(recording: Recording): DebriefPresence {
  const { states, people } = recording;
  const times = Float64Array.from(states, ([time]) => time);
  const { scenarioSince, helpSince } = beginnings(recording);
  const newest = new Int32Array(people.length).fill(NONE);
  const checkpoints: Int32Array[] = [];
  for (const [index, [, person]] of states.entries()) {
    if (index % CHECKPOINT_EVERY === 0) checkpoints.push(newest.slice());
    newest[person] = index;
  }
  let position = states.length;
  const rows = new Map<number, PresenceRow>();
  return {
    at(time) {
      const target = countUpTo(times, time);
      const checkpoint = Math.min(Math.floor(target / CHECKPOINT_EVERY), checkpoints.length - 1);
      if (checkpoint >= 0 && (target < position || position < checkpoint * CHECKPOINT_EVERY)) {
        newest.set(checkpoints[checkpoint]!);
        position = checkpoint * CHECKPOINT_EVERY;
      }
      for (; position < target; position += 1) newest[states[position]![1]] = position;
      return newest;
    },
    rowOf(index) {
      const known = rows.get(index);
      if (known) return known;
      const row = rowOfState(recording, index, scenarioSince[index]!, helpSince[index]!);
      rows.set(index, row);
      return row;
    },
  };
}

/** Returns whether the class runs at the moment of a state. The end of a class ends all presence. */
const isRunning = ({ facts }: DebriefState): boolean => facts.startedAt !== null && facts.endedAt === null;

/** Returns whether a person is in the monitor: on the roster, and not moved to another organization. */
const isMonitored = ({ roster }: DebriefState, person: number): boolean => roster[person] === ROSTER_CODES.joined;

/** Returns the rows of the monitor at a time, by the ids of the students. `state` is the class at that time. */
export function monitorAt(
  presence: DebriefPresence,
  { people }: Recording,
  state: DebriefState,
  time: number,
): Map<string, PresenceRow> {
  const newest = presence.at(time);
  const runs = isRunning(state);
  const rows = new Map<string, PresenceRow>();
  for (const [person, [id]] of people.entries()) {
    if (!isMonitored(state, person)) continue;
    const index = runs ? newest[person]! : NONE;
    rows.set(id, index === NONE ? ABSENT : presence.rowOf(index));
  }
  return rows;
}

/** Returns for each state the times at which its scenario and its help request began; 0 without one. */
function beginnings({ states, people }: Recording) {
  const scenarioSince = new Float64Array(states.length);
  const helpSince = new Float64Array(states.length);
  const before = new Int32Array(people.length).fill(NONE);
  for (const [index, [time, person, , help, scenario]] of states.entries()) {
    const last = before[person]!;
    const former = states[last];
    if (scenario !== null) scenarioSince[index] = former?.[4] === scenario ? scenarioSince[last]! : time;
    if (isOpen(help)) helpSince[index] = former && isOpen(former[3]) ? helpSince[last]! : time;
    before[person] = index;
  }
  return { scenarioSince, helpSince };
}

/** Returns whether a code of a help request is that of an open one. */
export const isOpen = (help: number): boolean => help === HELP_CODES.asked || help === HELP_CODES.answered;

function rowOfState(
  { states, scenarios, people }: Recording,
  index: number,
  since: number,
  askedAt: number,
): PresenceRow {
  const [time, , presence, help, scenario, helper] = states[index]!;
  const state = STATES.find((each) => PRESENCE_CODES[each] === presence) ?? 'offline';
  const person = helper === null || !isOpen(help) ? undefined : people[helper];
  return {
    state,
    scenarioId: scenario === null ? null : (scenarios[scenario] ?? null),
    since: since === 0 ? null : momentOfTime(since),
    needsHelpSince: askedAt === 0 ? null : momentOfTime(askedAt),
    helpId: null,
    helper: person ? { userId: person[0], name: `${person[2]} ${person[3]}`.trim() || person[1] } : null,
    seenAt: state === 'offline' ? momentOfTime(time) : null,
  };
}
