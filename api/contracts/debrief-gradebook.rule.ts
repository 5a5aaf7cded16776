import type { Debrief } from './debrief.rule.js';
import { type DebriefState, levelRankOf, NONE, ROSTER_CODES } from './debrief-state.rule.js';
import type { GradebookCell, GradebookRow } from './gradebook.contract.js';
import { momentOfTime } from './moment.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import { RESULT_LEVELS } from './result-level.rule.js';
import { withRemoved } from './removed-scenarios.rule.js';

export type RecordedScenario = Recording['removed'][number];

/** Returns the gradebook cell of an attempt that counts. */
export function cellOf({ recording }: Debrief, { status }: DebriefState, index: number): GradebookCell {
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
  { facts, newest }: DebriefState,
): readonly RecordedScenario[] {
  const { editions, removed, scenarios } = recording;
  const known = editions.filter(({ edition }) => edition <= (facts.edition ?? Infinity));
  const shown = (known.at(-1) ?? editions[0])?.scenarios ?? [];
  const present = new Set(shown.map(({ scenarioId }) => scenarioId));
  // The newest earlier edition that has a scenario, otherwise the oldest later one, as on the server.
  const others = known.toReversed().concat(editions.slice(known.length));
  const published = [...others.flatMap((each) => each.scenarios), ...removed];
  const missing = scenarios.flatMap((scenarioId, scenario) => {
    if (present.has(scenarioId) || !isPlayed(newest, scenario, attempts.scenarios)) return [];
    return published.find((each) => each.scenarioId === scenarioId) ?? [];
  });
  return missing.length === 0 ? shown : withRemoved(shown, missing);
}

function isPlayed(newest: Int32Array, scenario: number, scenarios: number): boolean {
  for (let cell = scenario; cell < newest.length; cell += scenarios) if (newest[cell] !== NONE) return true;
  return false;
}
