import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { isExcused } from '../../../api/contracts/average.rule.js';
import { createCellSums, OVERALL } from './cell-sums.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

/**
 * Counts the finished scenarios of each student among all scenarios of the class, regardless of the campaign filter. Scenarios from which
 * a student is excused are left out.
 */
export function createDoneCounts(
  store: RowStore<GradebookRow>,
  students: readonly RosterEntry[],
  scenarios: readonly GradebookScenario[],
) {
  const { sumOf, subscribe, follow } = createCellSums({
    store,
    students,
    scenarios,
    valueOf: (row) => (row?.kind === 'cell' ? 1 : isExcused(row) ? null : undefined),
  });
  return {
    /** Returns the number of scenarios that a student can finish. */
    scenariosOf: (userId: string): number => scenarios.length - sumOf(userId).leftOut,
    countOf: (userId: string): number => sumOf(userId).count,
    /** Returns the finished share of all cells of the shown students, as a floored whole percent; null without any cell. */
    percentOfAll(): number | null {
      const { count, leftOut } = sumOf(OVERALL);
      const cells = students.length * scenarios.length - leftOut;
      return cells === 0 ? null : Math.floor((count / cells) * 100);
    },
    subscribe,
    follow,
  };
}
export type DoneCounts = ReturnType<typeof createDoneCounts>;
