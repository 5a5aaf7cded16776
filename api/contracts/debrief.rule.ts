import { attemptsOf, type DebriefAttempts } from './debrief-attempts.rule.js';
import { countUpTo, type DebriefEntries, type DebriefOrder, entriesOf, ENTRY_KINDS } from './debrief-entries.rule.js';
import { DebriefFold } from './debrief-fold.rule.js';
import { assign, copyOf, type DebriefState, NONE, stateAtFirst } from './debrief-state.rule.js';
import type { Recording } from './recording.contract.js';

/** Entries between two checkpoints. */
const CHECKPOINT_EVERY = 2_000;

/** A recording that can be shown at any of its moments. A position is the number of entries that have happened by then. */
export interface Debrief {
  readonly recording: Recording;
  readonly order: DebriefOrder;
  readonly entries: DebriefEntries;
  readonly attempts: DebriefAttempts;
  /** Returns the class after this many entries. The next call overwrites the returned state. */
  at(position: number): DebriefState;
  /** Returns whether an attempt arrived too late to count, at the moment of this state. */
  isLate(state: DebriefState, index: number): boolean;
  /** Returns the position of a time in milliseconds since 1970. */
  positionAt(time: number): number;
  /** Returns the position of a sequence of the projector, in the order `seen`. */
  positionOf(sequence: number): number;
}

/** Prepares a recording: sorts its entries, and folds them once to keep a checkpoint every `checkpointEvery` entries. */
export function openDebrief(
  recording: Recording,
  order: DebriefOrder,
  checkpointEvery: number = CHECKPOINT_EVERY,
): Debrief {
  const entries = entriesOf(recording, order);
  const attempts = attemptsOf(recording);
  const fold = new DebriefFold(recording, attempts, previousOf(entries, attempts, recording), finderOf(recording));
  const { steps, roster, regraded } = recording;

  function apply(state: DebriefState, from: number, to: number): void {
    for (let place = from; place < to; place += 1) {
      const index = entries.indexes[place]!;
      const kind = entries.kinds[place];
      if (kind === ENTRY_KINDS.attempt) fold.addAttempt(state, index);
      else if (kind === ENTRY_KINDS.roster) fold.changeRoster(state, roster[index]!);
      else if (kind === ENTRY_KINDS.regraded) fold.regrade(state, regraded[index]!);
      else fold.applyStep(state, steps[index]!);
    }
  }

  const present = stateAtFirst(recording, attempts);
  const checkpoints: DebriefState[] = [];
  for (let place = 0; place <= entries.length; place += checkpointEvery) {
    checkpoints.push(copyOf(present));
    apply(present, place, Math.min(place + checkpointEvery, entries.length));
  }
  let position = entries.length;

  return {
    recording,
    order,
    entries,
    attempts,
    at(wanted) {
      const target = Math.max(0, Math.min(wanted, entries.length));
      const checkpoint = Math.floor(target / checkpointEvery);
      if (target < position || position < checkpoint * checkpointEvery) {
        assign(present, checkpoints[checkpoint]!);
        position = checkpoint * checkpointEvery;
      }
      apply(present, position, target);
      position = target;
      return present;
    },
    isLate: (state, index) => fold.isLate(state, index),
    positionAt: (time) => countUpTo(entries.times, time),
    positionOf: (sequence) => countUpTo(entries.sequences, sequence),
  };
}

/** Returns the attempt before each one in its cell, in the order of the entries. */
function previousOf(
  { kinds, indexes, length }: DebriefEntries,
  { cells, scenarios }: DebriefAttempts,
  { people }: Recording,
) {
  const previous = new Int32Array(cells.length).fill(NONE);
  const newest = new Int32Array(people.length * scenarios).fill(NONE);
  for (let place = 0; place < length; place += 1) {
    if (kinds[place] !== ENTRY_KINDS.attempt) continue;
    const index = indexes[place]!;
    const cell = cells[index]!;
    previous[index] = newest[cell]!;
    newest[cell] = index;
  }
  return previous;
}

/** Returns a lookup of attempts by id, which reads the attempts only when a step names one. */
function finderOf({ attempts }: Recording): (attemptId: string) => number | undefined {
  let found: Map<string, number> | undefined;
  return (attemptId) =>
    (found ??= new Map(attempts.map((attempt, index) => [attempt[15], index] as const))).get(attemptId);
}
