import type { Recording } from './recording.contract.js';

/** Order of a debrief. `seen`: as results arrived. `happened`: as attempts were completed. */
export type DebriefOrder = 'seen' | 'happened';

/** Kinds of entries of a recording. */
export const ENTRY_KINDS = { step: 0, roster: 1, attempt: 2 } as const;

/** Steps, roster changes and attempts of a recording in one order. Parallel lists, because there are 90,000 of them. */
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

interface Entry {
  readonly kind: number;
  readonly index: number;
  readonly time: number;
  readonly sequence: number;
}

/** Returns the entries of a recording in one order. */
export function entriesOf(recording: Recording, order: DebriefOrder): DebriefEntries {
  const { steps, roster, attempts } = recording;
  const entries: Entry[] = [
    ...steps.map(([sequence, time], index) => ({ kind: ENTRY_KINDS.step, index, time, sequence })),
    ...roster.map(([sequence, time], index) => ({ kind: ENTRY_KINDS.roster, index, time, sequence })),
  ];
  for (const [index, attempt] of attempts.entries()) {
    const time = order === 'seen' ? attempt[3] : attempt[5];
    entries.push({ kind: ENTRY_KINDS.attempt, index, time, sequence: attempt[0] });
  }
  // A roster change and a step of one event share a sequence. The step is first, as in the log.
  if (order === 'seen') entries.sort((a, b) => a.sequence - b.sequence || a.kind - b.kind);
  else entries.sort((a, b) => a.time - b.time || a.sequence - b.sequence || a.kind - b.kind);
  const times = new Float64Array(entries.length);
  let latest = Number.NEGATIVE_INFINITY;
  // Requests take different times, so an entry may have an earlier time than the one before it.
  for (const [place, { time }] of entries.entries()) times[place] = latest = Math.max(latest, time);
  return {
    length: entries.length,
    kinds: Uint8Array.from(entries, ({ kind }) => kind),
    indexes: Int32Array.from(entries, ({ index }) => index),
    times,
    sequences: Float64Array.from(entries, ({ sequence }) => sequence),
  };
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
