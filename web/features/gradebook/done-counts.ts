import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { createCellSums, OVERALL } from './cell-sums.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

/** Number of scenarios each student has finished, of all scenarios of the class whatever campaign is shown. */
export function createDoneCounts(
  store: RowStore<GradebookRow>,
  students: readonly RosterEntry[],
  scenarios: readonly GradebookScenario[],
) {
  const { sumOf, subscribe, follow } = createCellSums({
    store,
    students,
    scenarios,
    valueOf: (row) => (row?.kind === 'cell' ? 1 : undefined),
  });
  return {
    /** Scenarios that a student can finish. */
    scenarios: scenarios.length,
    countOf: (userId: string): number => sumOf(userId).count,
    /** Finished share of all cells of the shown students, in whole percent, floored; null without any cell. */
    percentOfAll(): number | null {
      const cells = students.length * scenarios.length;
      return cells === 0 ? null : Math.floor((sumOf(OVERALL).count / cells) * 100);
    },
    subscribe,
    follow,
  };
}
export type DoneCounts = ReturnType<typeof createDoneCounts>;
