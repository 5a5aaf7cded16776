import type { Debrief } from './debrief.rule.js';
import { isOpen } from './debrief-presence.rule.js';
import { NONE } from './debrief-state.rule.js';
import { percentOf } from './grade.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS, PRESENCE_CODES } from './recording.rule.js';

type RecordedAttempt = Recording['attempts'][number];

/** A stretch of a lane. `attempt`: from its start to its completion, `index` is that of the attempt. Others: `index` is that of the state. */
export interface LaneItem {
  readonly kind: 'attempt' | 'scenario' | 'idle' | 'offline' | 'help';
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly index: number;
}

/** The row of one student. `percent`: the mean of all results at the end, null without one. `needed`: milliseconds from first start to last completion. */
export interface Lane {
  readonly person: number;
  readonly items: readonly LaneItem[];
  readonly percent: number | null;
  readonly needed: number | null;
  /** Scenarios with a result at the end. */
  readonly done: number;
}

/** Returns whether an attempt arrived more than a minute after it was completed: it was played offline. */
export const arrivedLate = (attempt: RecordedAttempt): boolean =>
  (attempt[12] & ATTEMPT_FLAGS.late) !== 0 || attempt[3] - attempt[5] > OFFLINE_AFTER_MS;
const OFFLINE_AFTER_MS = 60_000;

/** Returns the lanes of all students who were ever on the roster. `end`: the time at which open stretches end. */
export function lanesOf(debrief: Debrief, end: number): Lane[] {
  const { recording, attempts, entries } = debrief;
  const items = new Map<number, LaneItem[]>(recording.roster.map(([, , , person]) => [person, []]));
  addStretches(recording, end, items);
  for (let index = 0; index < recording.attempts.length; index += 1) {
    const attempt = recording.attempts[index]!;
    items.get(attempt[1])?.push({ kind: 'attempt', from: attempt[4], to: attempt[5], index });
  }
  const { best } = debrief.at(entries.length);
  return [...items].map(([person, ofPerson]) => {
    const results = [];
    for (let scenario = 0; scenario < attempts.scenarios; scenario += 1) {
      const index = best[person * attempts.scenarios + scenario]!;
      if (index !== NONE) results.push(attempts.list[index]!);
    }
    const percents = results.flatMap((result) => percentOfAttempt(result) ?? []);
    return {
      person,
      items: ofPerson.toSorted((a, b) => a.from - b.from),
      percent: percents.length === 0 ? null : percents.reduce((sum, each) => sum + each, 0) / percents.length,
      needed:
        results.length === 0
          ? null
          : Math.max(...results.map((result) => result[5])) - Math.min(...results.map((result) => result[4])),
      done: results.length,
    };
  });
}

/** Returns the whole percent of an attempt; null when its maximum is zero. */
export const percentOfAttempt = (attempt: RecordedAttempt): number | null =>
  percentOf({ total: attempt[6], maxTotal: attempt[7], questions: attempt[8], maxQuestions: attempt[9] });

/** A stretch whose end is not known yet. */
type OpenStretch = Omit<LaneItem, 'to'>;

/**
 * Adds the stretches of presence and help to the items of each person. A student without a state was not observed, which is not the same
 * as offline. Written without spreads, because a large class has tens of thousands of states.
 */
function addStretches({ states, people }: Recording, end: number, items: ReadonlyMap<number, LaneItem[]>): void {
  const places: (OpenStretch | undefined)[] = people.map(() => undefined);
  const requests: (OpenStretch | undefined)[] = people.map(() => undefined);
  const close = (person: number, stretch: OpenStretch | undefined, to: number): void => {
    if (stretch) items.get(person)?.push({ kind: stretch.kind, from: stretch.from, to, index: stretch.index });
  };
  for (let index = 0; index < states.length; index += 1) {
    const [from, person, presence, help, scenario] = states[index]!;
    const former = places[person];
    const kind = kindOf(presence, scenario);
    if (former?.kind !== kind || (former && states[former.index]![4] !== scenario)) {
      close(person, former, from);
      places[person] = kind ? { kind, from, index } : undefined;
    }
    const request = requests[person];
    const asks = isOpen(help);
    if (asks !== (request !== undefined)) {
      close(person, request, from);
      requests[person] = asks ? { kind: 'help', from, index } : undefined;
    }
  }
  for (const person of people.keys()) {
    for (const open of [places[person], requests[person]]) if (open && open.from < end) close(person, open, end);
  }
}

function kindOf(presence: number, scenario: number | null): LaneItem['kind'] | null {
  if (presence === PRESENCE_CODES.offline) return 'offline';
  if (presence === PRESENCE_CODES.idle) return 'idle';
  return scenario === null ? null : 'scenario';
}
