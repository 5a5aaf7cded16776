import type { Debrief } from '../contracts/debrief.rule.js';
import { cellAt, isStudent, studentRowOf } from '../contracts/debrief-gradebook.rule.js';
import type { DebriefState } from '../contracts/debrief-state.rule.js';
import type { GradebookRow } from '../contracts/gradebook.contract.js';
import type { LeaderboardEntry } from '../contracts/leaderboard.contract.js';
import type { PresenceRow } from '../contracts/presence.contract.js';

/** Values by key in the order of the keys, without keys that have no value any more. */
export const valuesOf = (rows: Iterable<readonly [key: string, value: unknown]>): Record<string, unknown> =>
  Object.fromEntries([...rows].filter(([, value]) => value !== null).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the rows of a live gradebook without sequences. The settings of the course are not part of a debrief's rows. */
export const liveRows = (rows: Iterable<readonly [key: string, value: GradebookRow | null]>): Record<string, unknown> =>
  valuesOf([...rows].filter(([, value]) => value?.kind !== 'grading'));

/** Returns the rows of the gradebook in a debrief at one moment. */
export function foldedRows(debrief: Debrief, state: DebriefState): Record<string, unknown> {
  const { people, scenarios } = debrief.recording;
  const students = people.flatMap((person, place) =>
    isStudent(state, place) ? [[person[0], studentRowOf(person)] as const] : [],
  );
  const cells = [...state.best].map((_, cell) => {
    const key = `${people[Math.floor(cell / scenarios.length)]![0]}:${scenarios[cell % scenarios.length]}`;
    return [key, cellAt(debrief, state, cell)] as const;
  });
  return valuesOf([...students, ...cells]);
}

/** Returns places without names, because aliases are computed with a key of the server. */
export const unnamed = (entries: readonly LeaderboardEntry[]) =>
  entries.map(({ userId: _userId, userName: _userName, ...figures }) => figures);

/** What a recording contains of a row of the monitor: not the clock of the student's device, nor the id of a request. */
export const seenInMonitor = ({ state, scenarioId, needsHelpSince, helper }: PresenceRow) => ({
  state,
  scenarioId: state === 'offline' ? null : scenarioId,
  asks: needsHelpSince !== null,
  helper: helper?.userId ?? null,
});
