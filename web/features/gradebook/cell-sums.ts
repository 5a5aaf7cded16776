import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

/** The sum over all cells of the shown students. */
export const OVERALL = 'overall';

/** `leftOut` counts the cells that are neither counted nor missing. */
export interface CellSum {
  total: number;
  count: number;
  leftOut: number;
}

const NOTHING: Readonly<CellSum> = { total: 0, count: 0, leftOut: 0 };
/** What a cell adds: a number, `null` when it is left out, or undefined when it is missing. */
type CellValue = number | null | undefined;

interface CellSumsOptions {
  store: RowStore<GradebookRow>;
  /** Students whose cells add to the scenario sums and to {@link OVERALL}. Every student also has a separate sum. */
  students: readonly RosterEntry[];
  scenarios: readonly GradebookScenario[];
  valueOf: (row: GradebookRow | null | undefined) => CellValue;
}

/**
 * Creates sums over the cells of a gradebook: by student (user id), by scenario (scenario id), and {@link OVERALL}. Only changed cells are
 * added again, so a change costs the same in a class of five and of five hundred.
 */
export function createCellSums({ store, students, scenarios, valueOf }: CellSumsOptions) {
  const shownStudents = new Set(students.map(({ userId }) => userId));
  const shownScenarios = new Set(scenarios.map(({ scenarioId }) => scenarioId));
  const counted = new Map<string, number | null>();
  const sums = new Map<string, CellSum>();
  const listeners = new Map<string, Set<() => void>>();

  /** Counts the current value of a cell and returns the parts whose sums changed. */
  function count(key: string): readonly string[] {
    const colon = key.indexOf(':');
    if (colon < 0) return [];
    const [userId, scenarioId] = [key.slice(0, colon), key.slice(colon + 1)];
    if (!shownScenarios.has(scenarioId)) return [];
    const before = counted.get(key);
    const now = valueOf(store.get(key)?.value);
    if (now === before) return [];
    if (now === undefined) counted.delete(key);
    else counted.set(key, now);
    const parts = shownStudents.has(userId) ? [userId, scenarioId, OVERALL] : [userId];
    for (const part of parts) {
      const sum = sums.get(part) ?? { ...NOTHING };
      sum.total += (now ?? 0) - (before ?? 0);
      sum.count += Number(typeof now === 'number') - Number(typeof before === 'number');
      sum.leftOut += Number(now === null) - Number(before === null);
      sums.set(part, sum);
    }
    return parts;
  }

  function countAndNotify(keys: Iterable<string>): void {
    const changed = new Set<string>();
    for (const key of keys) for (const part of count(key)) changed.add(part);
    for (const part of changed) for (const listener of listeners.get(part) ?? []) listener();
  }

  for (const [key] of store.entries()) count(key);
  const countedAt = store.changes();

  return {
    sumOf: (part: string): Readonly<CellSum> => sums.get(part) ?? NOTHING,

    subscribe(part: string, listener: () => void): () => void {
      const ofPart = listeners.get(part) ?? new Set();
      listeners.set(part, ofPart.add(listener));
      return () => ofPart.delete(listener);
    },

    /** Keeps the sums current until the returned function is called. Recounts first if cells changed since the last count. */
    follow(): () => void {
      if (store.changes() !== countedAt) countAndNotify([...store.entries()].map(([key]) => key));
      return store.subscribeAny(countAndNotify);
    },
  };
}
