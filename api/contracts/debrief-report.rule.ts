import { averageOf, averagedCell, averagedShare, meanPercent } from './average.rule.js';
import { cellAt, isStudent, type RecordedScenario, scenariosAt } from './debrief-gradebook.rule.js';
import type { Debrief } from './debrief.rule.js';
import { GRADE_BANDS, type Grade, gradeOf } from './grade.rule.js';
import type { GradebookRow } from './gradebook.contract.js';

/** Figures of a scenario over the students of a class. */
export interface ReportedScenario {
  readonly scenario: RecordedScenario;
  /** Students with a result, and those of them who have not passed. */
  readonly results: number;
  readonly failed: number;
  /** Mean of the results in whole percent. */
  readonly percent: number;
  readonly attempts: number;
}

/** The class at the end of its recording, as one figure each (docs/rules.md#report-of-a-class). */
export interface ClassReport {
  readonly students: number;
  readonly attempts: number;
  /** Results that count, and the number that the class would have if all students had completed all scenarios. */
  readonly results: number;
  readonly possible: number;
  /** Median of the averages of the students in whole percent; null without one. */
  readonly median: number | null;
  /** Students by the grade of their average, the best grade first. */
  readonly grades: readonly { readonly grade: Grade; readonly students: number }[];
  /** Students without an average. */
  readonly ungraded: number;
  /** Milliseconds in which the class ran. */
  readonly length: number;
  /** Number of scenarios at the end. */
  readonly columns: number;
  /** Scenarios with results, the hardest first. */
  readonly scenarios: readonly ReportedScenario[];
}

/** Returns the figures of a class. `now` ends a class that still runs, in milliseconds since 1970. */
export function reportOf(debrief: Debrief, now: number): ClassReport {
  const state = debrief.at(debrief.entries.length);
  const { recording, attempts } = debrief;
  const shown = scenariosAt(debrief, state);
  const columns = shown.map((scenario) => ({ scenario, place: recording.scenarios.indexOf(scenario.scenarioId) }));
  const students = [...recording.people.keys()].filter((person) => isStudent(state, person));
  const present = new Set(students);
  const rows = students.map((person) =>
    columns.map(({ scenario, place }) => ({
      ...scenario,
      row: place < 0 ? null : cellAt(debrief, state, person * attempts.scenarios + place),
    })),
  );
  const cells = rows.flat();
  const excused = cells.filter(({ row }) => averagedCell(row) === 'Excused').length;
  const averages = rows.map((row) =>
    averageOf(
      row.map((each) => ({ ...each, cell: averagedCell(each.row) })),
      state.facts.grading,
    ),
  );
  const graded = averages.filter((percent) => percent !== null);
  const played = recording.attempts.filter(([, person]) => present.has(person));
  return {
    students: students.length,
    attempts: played.length,
    results: cells.filter(({ row }) => row?.kind === 'cell').length,
    possible: cells.length - excused,
    median: medianOf(graded),
    grades: GRADE_BANDS.map(({ grade }) => ({
      grade,
      students: graded.filter((percent) => gradeOf(percent) === grade).length,
    })),
    ungraded: averages.length - graded.length,
    length: runningTime(debrief, now),
    columns: columns.length,
    scenarios: columns
      .flatMap(({ scenario, place }, column) => {
        const results = rows.flatMap((row) => resultOf(row[column]!.row) ?? []);
        const attemptsOfScenario = played.filter(([, , index]) => index === place).length;
        return scenarioOf(scenario, results, attemptsOfScenario) ?? [];
      })
      .toSorted((a, b) => a.percent - b.percent || b.failed / b.results - a.failed / a.results),
  };
}

type Result = Extract<GradebookRow, { kind: 'cell' }>;

const resultOf = (row: GradebookRow | null): Result | undefined => (row?.kind === 'cell' ? row : undefined);

/** Returns undefined for a scenario without results, and for one without points. */
function scenarioOf(
  scenario: RecordedScenario,
  results: readonly Result[],
  attempts: number,
): ReportedScenario | undefined {
  const shares = results.flatMap((result) => averagedShare(result, 'Nothing') ?? []);
  const percent = meanPercent(
    shares.reduce((sum, share) => sum + share, 0),
    shares.length,
  );
  if (percent === null) return undefined;
  return {
    scenario,
    results: results.length,
    failed: results.filter(({ passed }) => !passed).length,
    percent,
    attempts,
  };
}

/** The median is the figure of an actual student, as in the progress of a class. */
const medianOf = (figures: readonly number[]): number | null =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length / 2) - 1] ?? null;

/** Returns how long a class ran, without the time between an end and its resumption. */
function runningTime({ recording: { steps } }: Debrief, now: number): number {
  let [length, since]: [number, number | null] = [0, null];
  for (const step of steps) {
    if (step[2] === 'started') since = step[3];
    if (step[2] === 'resumed') since ??= step[1];
    if (step[2] !== 'ended' || since === null) continue;
    length += Math.max(0, step[3] - since);
    since = null;
  }
  return length + (since === null ? 0 : Math.max(0, now - since));
}
