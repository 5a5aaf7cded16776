import { meanPercent, shareOf } from '../../../api/contracts/average.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

/** The average of every cell shown. */
export const OVERALL = 'overall';

interface Sum {
  units: number;
  count: number;
}

/**
 * Averages of the cells of these students in these scenarios: by student, by scenario, and of all. Cells without an attempt
 * are left out. A change of a cell costs the same in a class of five and of five hundred.
 */
export function createAverages(
  store: RowStore<GradebookRow>,
  students: readonly RosterEntry[],
  scenarios: readonly GradebookScenario[],
) {
  const shown = new Set([...students.map(({ userId }) => userId), ...scenarios.map(({ scenarioId }) => scenarioId)]);
  const counted = new Map<string, number>();
  const sums = new Map<string, Sum>();
  const listeners = new Map<string, Set<() => void>>();

  /** Counts a cell as it is now; returns the averages that changed. */
  function count(key: string): readonly string[] {
    const colon = key.indexOf(':');
    if (colon < 0) return [];
    const [userId, scenarioId] = [key.slice(0, colon), key.slice(colon + 1)];
    if (!shown.has(userId) || !shown.has(scenarioId)) return [];
    const before = counted.get(key);
    const now = unitsOf(store.get(key)?.value);
    if (now === before) return [];
    if (now === undefined) counted.delete(key);
    else counted.set(key, now);
    const parts = [userId, scenarioId, OVERALL];
    for (const part of parts) {
      const sum = sums.get(part) ?? { units: 0, count: 0 };
      sum.units += (now ?? 0) - (before ?? 0);
      sum.count += Number(now !== undefined) - Number(before !== undefined);
      sums.set(part, sum);
    }
    return parts;
  }

  function countAndTell(keys: Iterable<string>): void {
    const changed = new Set<string>();
    for (const key of keys) for (const part of count(key)) changed.add(part);
    for (const part of changed) for (const listener of listeners.get(part) ?? []) listener();
  }

  for (const [key] of store.entries()) count(key);
  const countedAt = store.changes();

  return {
    /** Whole percent of a student, a scenario or {@link OVERALL}, floored; null without any attempt. */
    percentOf(part: string): number | null {
      const sum = sums.get(part);
      return sum ? meanPercent(sum.units, sum.count) : null;
    },

    subscribe(part: string, listener: () => void): () => void {
      const ofPart = listeners.get(part) ?? new Set();
      listeners.set(part, ofPart.add(listener));
      return () => ofPart.delete(listener);
    },

    /** Keeps them current until the returned function is called; counts anew only what changed since they were counted first. */
    follow(): () => void {
      if (store.changes() !== countedAt) countAndTell([...store.entries()].map(([key]) => key));
      return store.subscribeAny(countAndTell);
    },
  };
}
export type Averages = ReturnType<typeof createAverages>;

const unitsOf = (value: GradebookRow | null | undefined): number | undefined =>
  value?.kind === 'cell' ? shareOf(value) : undefined;
