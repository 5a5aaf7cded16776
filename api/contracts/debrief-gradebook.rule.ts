import { type CellResults, originalResultOf } from './cell-results.rule.js';
import type { Debrief } from './debrief.rule.js';
import { type DebriefState, levelRankOf, NONE, ROSTER_CODES } from './debrief-state.rule.js';
import type { GradebookRow } from './gradebook.contract.js';
import { momentOfTime } from './moment.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import { RESULT_LEVELS } from './result-level.rule.js';
import { withRemoved } from './removed-scenarios.rule.js';

export type RecordedScenario = Recording['removed'][number];

/** Returns the gradebook cell at this place; null when it has no row. */
export function cellAt(
  { recording }: Debrief,
  { best, ruled, status }: DebriefState,
  cell: number,
): GradebookRow | null {
  const results = ruled.get(cell);
  if (results) return ruledCellOf(results);
  const index = best[cell]!;
  if (index === NONE) return null;
  const [, , , , , completedAt, total, maxTotal, questions, maxQuestions, correct, counted, flags] =
    recording.attempts[index]!;
  return {
    kind: 'cell',
    total,
    maxTotal,
    questions,
    maxQuestions,
    correct,
    counted,
    passed: (flags & ATTEMPT_FLAGS.passed) !== 0,
    tooFast: (flags & ATTEMPT_FLAGS.tooFast) !== 0,
    level: RESULT_LEVELS[levelRankOf(status[index]!)]!,
    completedAt: momentOfTime(completedAt),
    marks: 0,
    original: null,
  };
}

function ruledCellOf({ cell, marks }: CellResults): GradebookRow | null {
  if (!cell) return marks === 0 ? null : { kind: 'empty', marks };
  return {
    kind: 'cell',
    total: cell.totalScore,
    maxTotal: cell.maxTotalScore,
    questions: cell.questionsScore,
    maxQuestions: cell.maxQuestionsScore,
    correct: cell.correct,
    counted: cell.counted,
    passed: cell.passed,
    tooFast: cell.tooFast,
    level: cell.level,
    completedAt: cell.time === null ? null : momentOfTime(cell.time),
    marks,
    original: originalResultOf(cell),
  };
}

/** Returns whether a person is a student of the class at this moment, with a row in the gradebook. */
export const isStudent = ({ roster }: DebriefState, person: number): boolean => roster[person] !== ROSTER_CODES.absent;

/** Returns the student row of a person, with the name of now. */
export function studentRowOf([, username, firstName, lastName, enabled]: Recording['people'][number]): GradebookRow {
  return { kind: 'student', username, firstName, lastName, enabled };
}

/**
 * Returns the columns of the gradebook: those of the edition of this moment, and scenarios of other editions with results. An edition
 * that the recording does not contain is replaced by the one before it.
 */
export function scenariosAt(
  { recording, attempts }: Debrief,
  { facts, newest, ruled }: DebriefState,
): readonly RecordedScenario[] {
  const { editions, removed, scenarios } = recording;
  const known = editions.filter(({ edition }) => edition <= (facts.edition ?? Infinity));
  const shown = (known.at(-1) ?? editions[0])?.scenarios ?? [];
  const present = new Set(shown.map(({ scenarioId }) => scenarioId));
  // The newest earlier edition that has a scenario, otherwise the oldest later one, as on the server.
  const others = known.toReversed().concat(editions.slice(known.length));
  const published = [...others.flatMap((each) => each.scenarios), ...removed];
  const missing = scenarios.flatMap((scenarioId, scenario) => {
    if (present.has(scenarioId) || !hasResults(newest, ruled, scenario, attempts.scenarios)) return [];
    return published.find((each) => each.scenarioId === scenarioId) ?? [];
  });
  return missing.length === 0 ? shown : withRemoved(shown, missing);
}

function hasResults(newest: Int32Array, ruled: DebriefState['ruled'], scenario: number, scenarios: number): boolean {
  for (let cell = scenario; cell < newest.length; cell += scenarios)
    if (newest[cell] !== NONE || ruled.has(cell)) return true;
  return false;
}
