import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

/** The sum over all cells of the shown students. */
export const OVERALL = 'overall';

export interface CellSum {
  total: number;
  count: number;
}

interface CellSumsOptions {
  store: RowStore<GradebookRow>;
  /** Students whose cells add to the scenario sums and to {@link OVERALL}. Every student also has a separate sum. */
  students: readonly RosterEntry[];
  scenarios: readonly GradebookScenario[];
  /** Returns the value that a cell adds to a sum; undefined for a cell that does not count. */
  valueOf: (row: GradebookRow | null | undefined) => number | undefined;
}

/**
 * Creates sums over the cells of a gradebook: by student (user id), by scenario (scenario id), and {@link OVERALL}. Only changed cells are
 * added again, so a change costs the same in a class of five and of five hundred.
 */
export function createCellSums({ store, students, scenarios, valueOf }: CellSumsOptions) {
  const shownStudents = new Set(students.map(({ userId }) => userId));
  const shownScenarios = new Set(scenarios.map(({ scenarioId }) => scenarioId));
  const counted = new Map<string, number>();
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
      const sum = sums.get(part) ?? { total: 0, count: 0 };
      sum.total += (now ?? 0) - (before ?? 0);
      sum.count += Number(now !== undefined) - Number(before !== undefined);
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
    sumOf: (part: string): CellSum => sums.get(part) ?? { total: 0, count: 0 },

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
