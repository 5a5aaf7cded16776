import type { Debrief } from './debrief.rule.js';
import { isOpen } from './debrief-presence.rule.js';
import { NONE } from './debrief-state.rule.js';
import { percentOf } from './grade.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS, PRESENCE_CODES } from './recording.rule.js';

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
export const arrivedLate = ([
  ,
  ,
  ,
  arrivedAt,
  ,
  completedAt,
  ,
  ,
  ,
  ,
  ,
  ,
  flags,
]: Recording['attempts'][number]): boolean =>
  (flags & ATTEMPT_FLAGS.late) !== 0 || arrivedAt - completedAt > OFFLINE_AFTER_MS;
const OFFLINE_AFTER_MS = 60_000;

/** Returns the lanes of all students who were ever on the roster. `end`: the time at which open stretches end. */
export function lanesOf(debrief: Debrief, end: number): Lane[] {
  const { recording, attempts, entries } = debrief;
  const items = new Map<number, LaneItem[]>(recording.roster.map(([, , , person]) => [person, []]));
  const add = (person: number, item: LaneItem): void => void items.get(person)?.push(item);
  for (const { person, ...item } of stretchesOf(recording, end)) add(person, item);
  for (const [index, attempt] of recording.attempts.entries()) {
    add(attempt[1], { kind: 'attempt', from: attempt[4], to: attempt[5], index });
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
export const percentOfAttempt = ([
  ,
  ,
  ,
  ,
  ,
  ,
  total,
  maxTotal,
  questions,
  maxQuestions,
]: Recording['attempts'][number]) => percentOf({ total, maxTotal, questions, maxQuestions });

/** Returns the stretches of presence and help. A student without a state was not observed, which is not the same as offline. */
function stretchesOf({ states }: Recording, end: number): (LaneItem & { person: number })[] {
  const stretches: (LaneItem & { person: number })[] = [];
  const open = new Map<string, LaneItem & { person: number }>();
  const change = (person: number, name: string, from: number, index: number, kind: LaneItem['kind'] | null): void => {
    const key = `${person} ${name}`;
    const present = open.get(key);
    if (present) stretches.push({ ...present, to: from });
    if (kind) open.set(key, { person, kind, from, to: end, index });
    else open.delete(key);
  };
  for (const [index, [time, person, presence, help, scenario]] of states.entries()) {
    const former = open.get(`${person} where`);
    const formerScenario = former && states[former.index]![4];
    const kind = kindOf(presence, scenario);
    if (former?.kind !== kind || formerScenario !== scenario) change(person, 'where', time, index, kind);
    const asks = isOpen(help);
    if (asks !== open.has(`${person} help`)) change(person, 'help', time, index, asks ? 'help' : null);
  }
  for (const each of open.values()) if (each.from < end) stretches.push(each);
  return stretches;
}

function kindOf(presence: number, scenario: number | null): LaneItem['kind'] | null {
  if (presence === PRESENCE_CODES.offline) return 'offline';
  if (presence === PRESENCE_CODES.idle) return 'idle';
  return scenario === null ? null : 'scenario';
}
