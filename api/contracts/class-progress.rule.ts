/** Number of earlier classes from which on their progress is shown. */
export const MIN_EARLIER_CLASSES = 3;
/** Number of students from which on a student sees the median of the class. */
export const MIN_STUDENTS_OF_MEDIAN = 5;
/** Number of earlier classes that are compared, the newest ones. */
export const MAX_EARLIER_CLASSES = 20;

/**
 * Progress of a class from a minute since its start on: minute, lower quartile, median and upper quartile. The figures are numbers of
 * completed scenarios of a student (docs/rules.md#progress-of-a-class).
 */
export type ProgressStep = [minute: number, lower: number, median: number, upper: number];

/** The first time that a student completes a scenario, in whole minutes since the start of the class. */
export interface Completion {
  readonly userId: string;
  readonly minute: number;
}

/** Progress of a whole class. `minutes` is its length. */
export interface ClassProgress {
  readonly minutes: number;
  readonly steps: readonly ProgressStep[];
}

const LOWER = 1 / 4;
const MEDIAN = 1 / 2;
const UPPER = 3 / 4;

/**
 * Returns the progress of a class, with one step for each change. A student without a completed scenario counts as 0. Quartiles are figures
 * of actual students: of 30 students the eighth, the fifteenth and the twenty-third.
 */
export function progressOf(students: number, completions: readonly Completion[]): ProgressStep[] {
  const done = new Map<string, number>();
  // The number of students by their number of completed scenarios.
  const counts = [students];
  const steps: ProgressStep[] = [];
  const sorted = completions.toSorted((a, b) => a.minute - b.minute);
  sorted.forEach(({ userId, minute }, place) => {
    const before = done.get(userId) ?? 0;
    done.set(userId, before + 1);
    counts[before]! -= 1;
    counts[before + 1] = (counts[before + 1] ?? 0) + 1;
    if (sorted[place + 1]?.minute !== minute) addChange(steps, [minute, ...quartilesOf(counts, students)]);
  });
  return steps;
}

/**
 * Returns the typical progress of several classes: each figure is the median of the classes that lasted at least until this minute. It ends
 * when fewer than {@link MIN_EARLIER_CLASSES} classes lasted longer.
 */
export function typicalProgress(classes: readonly ClassProgress[]): ClassProgress {
  const longest = classes.map(({ minutes }) => minutes).toSorted((a, b) => b - a);
  const minutes = longest[MIN_EARLIER_CLASSES - 1];
  if (minutes === undefined) return { minutes: 0, steps: [] };
  // The figures also change in the minute after the end of a class.
  const changes = classes.flatMap((each) => [...each.steps.map(([minute]) => minute), each.minutes + 1]);
  const steps: ProgressStep[] = [];
  for (const minute of [...new Set(changes)].toSorted((a, b) => a - b)) {
    if (minute > minutes) break;
    const running = classes.filter((each) => each.minutes >= minute).map(({ steps: own }) => progressAt(own, minute));
    const medianOf = (figure: 1 | 2 | 3): number =>
      nearestRank(
        running.map((step) => step[figure]),
        MEDIAN,
      );
    addChange(steps, [minute, medianOf(1), medianOf(2), medianOf(3)]);
  }
  return { minutes, steps };
}

/** Returns the step that applies in a minute. */
export const progressAt = (steps: readonly ProgressStep[], minute: number): ProgressStep =>
  steps.findLast(([since]) => since <= minute) ?? [0, 0, 0, 0];

function addChange(steps: ProgressStep[], step: ProgressStep): void {
  const last = steps.at(-1) ?? [0, 0, 0, 0];
  if (step.some((figure, place) => place > 0 && figure !== last[place])) steps.push(step);
}

function quartilesOf(counts: readonly number[], students: number): [number, number, number] {
  const at = (share: number): number => {
    let left = Math.ceil(share * students);
    return Math.max(
      0,
      counts.findIndex((count) => (left -= count) <= 0),
    );
  };
  return [at(LOWER), at(MEDIAN), at(UPPER)];
}

const nearestRank = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(share * figures.length) - 1] ?? 0;
