import type { EarlierProgress } from '../../../api/contracts/class-progress.contract.js';
import {
  type Completion,
  progressAt,
  progressOf,
  type ProgressStep,
} from '../../../api/contracts/class-progress.rule.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS } from '../../../api/contracts/recording.rule.js';

const MINUTE_MS = 60_000;

/** Progress of a recorded class. `start` in milliseconds since 1970; `minutes` until its end or the present. */
export interface RecordedProgress {
  readonly start: number;
  readonly minutes: number;
  readonly steps: readonly ProgressStep[];
}

/**
 * Returns the progress of a class from its recording, by the rule with which the server stores it. `now` ends a class that still runs, in
 * milliseconds since 1970.
 */
export function recordedProgress({ session, roster, attempts }: Recording, now: number): RecordedProgress {
  const start = Date.parse(session.startDate!);
  const end = session.endDate === null ? now : Date.parse(session.endDate);
  const minuteOf = (at: number): number => Math.floor((Math.min(Math.max(at, start), end) - start) / MINUTE_MS);
  const present = new Set<number>();
  for (const [, , kind, person] of roster) {
    if (kind === 'left') present.delete(person);
    else present.add(person);
  }
  const first = new Map<string, Completion>();
  for (const [, person, scenario, , , completedAt, , , , , , , flags] of attempts) {
    if ((flags & ATTEMPT_FLAGS.late) !== 0 || !present.has(person)) continue;
    const key = `${person} ${scenario}`;
    const minute = minuteOf(completedAt);
    if (minute < (first.get(key)?.minute ?? Infinity)) first.set(key, { userId: String(person), minute });
  }
  const steps = progressOf(present.size, [...first.values()]);
  return { start, minutes: minuteOf(end), steps };
}

/** A point of the chart. Figures are undefined where a line has ended. */
export interface ProgressPoint {
  readonly minute: number;
  readonly lower?: number;
  readonly median?: number;
  readonly upper?: number;
  readonly earlier?: number;
  readonly band?: [number, number];
}

/** Returns one point for each minute in which a figure changes, and for the ends of both. */
export function progressPoints(own: RecordedProgress, earlier: EarlierProgress | undefined): ProgressPoint[] {
  const band = earlier?.missing === 0 ? earlier : undefined;
  const minutes = [own, ...(band ? [band] : [])].flatMap(({ steps, minutes: end }) => [
    0,
    ...steps.map(([minute]) => minute),
    end,
  ]);
  return [...new Set(minutes)]
    .toSorted((a, b) => a - b)
    .map((minute): ProgressPoint => {
      const [, lower, median, upper] = progressAt(own.steps, minute);
      const [, from, typical, to] = progressAt(band?.steps ?? [], minute);
      return {
        minute,
        ...(minute <= own.minutes && { lower, median, upper }),
        ...(band && minute <= band.minutes && { earlier: typical, band: [from, to] }),
      };
    });
}
