import { countUpTo } from './debrief-entries.rule.js';
import type { Recording } from './recording.contract.js';

/** Longest time without an event that a time bar shows while the class does not run, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;

/** A stretch of time that is shown without a cut. `offset` is its distance from the left end, in milliseconds. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/**
 * The time axis of a debrief. It begins with the class. Long times without events while the class does not run are cut out, so that a
 * decision on the next day does not shrink the class to a line.
 */
export interface DebriefAxis {
  /** Milliseconds since 1970 at the left end. */
  readonly start: number;
  /** Length in shown milliseconds. */
  readonly length: number;
  /** Returns the distance of a time from the left end, in shown milliseconds. */
  offsetOf(time: number): number;
  /** Returns the time at a distance. */
  timeAt(offset: number): number;
  /** The distances at which time is cut out. */
  readonly cuts: readonly number[];
}

/** Kinds of steps that do not extend the axis after the end of a class, because they do not change it. */
const UNRELATED = new Set(['catalogue', 'naming', 'scheduled', 'schedule-cancelled', 'end-scheduled']);

/** Returns the axis of a recording. `now` is the right end of a running class, in milliseconds since 1970. */
export function axisOf(recording: Recording, now: number): DebriefAxis {
  const { session, steps, attempts } = recording;
  const started = steps.find(([, , kind]) => kind === 'started');
  const start = session.startDate === null ? now : (timeIn(started) ?? Date.parse(session.startDate));
  const end = session.endDate === null ? Math.max(now, start) : Math.max(Date.parse(session.endDate), start);
  const stretches: Stretch[] = [];
  const show = (from: number, to: number): void => {
    const last = stretches.at(-1);
    stretches.push({ from, to, offset: last ? last.offset + last.to - last.from : 0 });
  };
  let runs = true;
  let shownTo = start;
  const related = steps.filter(([, , kind]) => !UNRELATED.has(kind));
  // No time is cut out before the first end, so most results do not matter, of which there can be 90,000.
  const firstEnd = related.reduce((first, [, time, kind]) => (kind === 'ended' ? Math.min(first, time) : first), end);
  const events = [
    ...related.map((step) => [step[1], step[2]] as const),
    ...attempts.filter((attempt) => attempt[3] > firstEnd).map((attempt) => [attempt[3], 'attempt'] as const),
    [end, 'end'] as const,
  ].filter(([time]) => time > start);
  events.sort(([a], [b]) => a - b);
  let begun = start;
  for (const [time, kind] of events) {
    if (!runs && time - shownTo > LONGEST_PAUSE_MS) {
      show(begun, shownTo + LONGEST_PAUSE_MS);
      begun = time;
    }
    shownTo = time;
    if (kind === 'ended' || kind === 'end') runs = false;
    if (kind === 'resumed') runs = true;
  }
  show(begun, Math.max(shownTo, begun + 1));
  return axisOfStretches(stretches);
}

const timeIn = (step: Recording['steps'][number] | undefined): number | null =>
  step?.[2] === 'started' ? step[3] : null;

function axisOfStretches(stretches: readonly Stretch[]): DebriefAxis {
  const first = stretches[0]!;
  const last = stretches.at(-1)!;
  const length = last.offset + last.to - last.from;
  const starts = stretches.map(({ from }) => from);
  const offsets = stretches.map(({ offset }) => offset);
  return {
    start: first.from,
    length,
    offsetOf(time) {
      const { from, to, offset } = stretches[Math.max(0, countUpTo(starts, time) - 1)]!;
      return offset + Math.min(Math.max(time - from, 0), to - from);
    },
    timeAt(distance) {
      const wanted = Math.min(Math.max(distance, 0), length);
      const { from, offset } = stretches[Math.max(0, countUpTo(offsets, wanted) - 1)]!;
      return from + wanted - offset;
    },
    cuts: offsets.slice(1),
  };
}
