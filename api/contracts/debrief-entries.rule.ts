import type { Recording } from './recording.contract.js';

/** Order of a debrief. `seen`: as results arrived. `happened`: as attempts were completed. */
export type DebriefOrder = 'seen' | 'happened';

/** Kinds of entries of a recording. */
export const ENTRY_KINDS = { step: 0, roster: 1, attempt: 2, regraded: 3 } as const;

/** Steps, roster changes, attempts and regraded attempts of a recording in one order. Parallel lists, because there are 90,000 of them. */
export interface DebriefEntries {
  readonly length: number;
  /** Kinds of {@link ENTRY_KINDS}. */
  readonly kinds: Uint8Array;
  /** Index in the list of its kind. */
  readonly indexes: Int32Array;
  /** Milliseconds since 1970, never decreasing. */
  readonly times: Float64Array;
  readonly sequences: Float64Array;
}

/** Entries of one kind, sorted. The lists are parallel. */
interface Run {
  readonly kind: number;
  readonly indexes: Int32Array;
  readonly times: Float64Array;
  readonly sequences: Float64Array;
}

/** Returns the entries of a recording in one order. */
export function entriesOf(recording: Recording, order: DebriefOrder): DebriefEntries {
  const { steps, roster, attempts, regraded } = recording;
  const stepTimes = timesOf(steps);
  const attemptTime = (index: number): number => attempts[index]![order === 'seen' ? 3 : 5];
  const regradeTimes = timesOfRegraded(recording, stepTimes, attemptTime);
  const runs = [
    runOf(ENTRY_KINDS.step, steps, (index) => stepTimes[index]!, order),
    runOf(ENTRY_KINDS.roster, roster, (index) => roster[index]![1], order),
    runOf(ENTRY_KINDS.attempt, attempts, attemptTime, order),
    runOf(ENTRY_KINDS.regraded, regraded, (index) => regradeTimes[index]!, order),
  ];
  return merged(runs, order);
}

/**
 * Returns the times of steps, none later than that of a following step. The catalogue of a class that was imported, such as that of the
 * demo, was published after the class by its time, but before it in the log.
 */
function timesOf(steps: Recording['steps']): number[] {
  const times = steps.map(([, time]) => time);
  for (let index = times.length - 2; index >= 0; index -= 1) times[index] = Math.min(times[index]!, times[index + 1]!);
  return times;
}

/** Returns the times of regraded attempts: of the step, or of the attempt that arrived, with the same sequence. */
function timesOfRegraded(
  { steps, attempts, regraded }: Recording,
  stepTimes: readonly number[],
  attemptTime: (index: number) => number,
): number[] {
  if (regraded.length === 0) return [];
  const times = new Map(steps.map(([sequence], index) => [sequence, stepTimes[index]!]));
  for (const [index, [sequence]] of attempts.entries()) times.set(sequence, attemptTime(index));
  return regraded.map(([sequence]) => times.get(sequence) ?? 0);
}

function runOf(
  kind: number,
  list: readonly (readonly [number, ...unknown[]])[],
  timeOf: (index: number) => number,
  order: DebriefOrder,
): Run {
  // Loops, because the mapping functions of typed lists are ten times as slow.
  const indexes = new Int32Array(list.length);
  for (let index = 0; index < list.length; index += 1) indexes[index] = index;
  // The list is sorted by sequence, which is nearly the order of its times. A sort of a plain array uses that.
  if (order === 'happened') indexes.set(Array.from(indexes).toSorted((a, b) => timeOf(a) - timeOf(b) || a - b));
  const times = new Float64Array(list.length);
  const sequences = new Float64Array(list.length);
  for (let place = 0; place < list.length; place += 1) {
    times[place] = timeOf(indexes[place]!);
    sequences[place] = list[indexes[place]!]![0];
  }
  return { kind, indexes, times, sequences };
}

/** Merges sorted runs. A roster change and a step of one event share a sequence; the step is first, as in the log. */
function merged(runs: readonly Run[], order: DebriefOrder): DebriefEntries {
  const length = runs.reduce((sum, { indexes }) => sum + indexes.length, 0);
  const kinds = new Uint8Array(length);
  const indexes = new Int32Array(length);
  const times = new Float64Array(length);
  const sequences = new Float64Array(length);
  const heads = new Int32Array(runs.length);
  let latest = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < length; place += 1) {
    let first = -1;
    for (let nth = 0; nth < runs.length; nth += 1) {
      if (heads[nth]! >= runs[nth]!.indexes.length) continue;
      if (first < 0 || isBefore(runs[nth]!, heads[nth]!, runs[first]!, heads[first]!, order)) first = nth;
    }
    const run = runs[first]!;
    const head = heads[first]!;
    heads[first] = head + 1;
    kinds[place] = run.kind;
    indexes[place] = run.indexes[head]!;
    sequences[place] = run.sequences[head]!;
    // Requests take different times, so an entry may have an earlier time than the one before it.
    times[place] = latest = Math.max(latest, run.times[head]!);
  }
  return { length, kinds, indexes, times, sequences };
}

function isBefore(a: Run, headOfA: number, b: Run, headOfB: number, order: DebriefOrder): boolean {
  const time = a.times[headOfA]! - b.times[headOfB]!;
  if (order === 'happened' && time !== 0) return time < 0;
  return a.sequences[headOfA]! < b.sequences[headOfB]!;
}

/** Returns how many values of a sorted list are at most `value`. */
export function countUpTo(sorted: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
