import { meanPercent, shareOf } from '../../../api/contracts/average.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { createCellSums } from './cell-sums.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

/** Creates averages over the cells of a gradebook: by student, by scenario, and overall. Cells without an attempt are excluded. */
export function createAverages(
  store: RowStore<GradebookRow>,
  students: readonly RosterEntry[],
  scenarios: readonly GradebookScenario[],
) {
  const { sumOf, subscribe, follow } = createCellSums({ store, students, scenarios, valueOf: unitsOf });
  return {
    /** Returns the floored whole percent of a student, a scenario or `OVERALL`; null without any attempt. */
    percentOf(part: string): number | null {
      const { total, count } = sumOf(part);
      return meanPercent(total, count);
    },
    subscribe,
    follow,
  };
}
export type Averages = ReturnType<typeof createAverages>;

const unitsOf = (value: GradebookRow | null | undefined): number | undefined =>
  value?.kind === 'cell' ? shareOf(value) : undefined;
