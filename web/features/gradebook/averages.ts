import {
  averagedCell,
  averagedShare,
  averageOf,
  averageOfSums,
  meanPercent,
} from '../../../api/contracts/average.rule.js';
import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { GRADING_KEY } from '../../../api/contracts/gradebook-rows.rule.js';
import { DEFAULT_GRADING, type Grading } from '../../../api/contracts/grading.rule.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { type CellSum, createCellSums, OVERALL } from './cell-sums.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import type { RosterEntry } from './roster.js';

type AverageSettings = Pick<Grading, 'missing' | 'weights'>;

/**
 * Creates averages over the cells of a gradebook: by student, by scenario, and overall (docs/rules.md#averages). They follow the settings of
 * the course. Sums suffice for all but the averages of students with weights, which are kept until a cell of the student changes.
 */
export function createAverages(
  store: RowStore<GradebookRow>,
  students: readonly RosterEntry[],
  scenarios: readonly GradebookScenario[],
) {
  const sums = createCellSums({ store, students, scenarios, valueOf: unitsOf });
  const shownScenarios = new Set(scenarios.map(({ scenarioId }) => scenarioId));
  const ofSettings = new Set<() => void>();
  const weighted = new Map<string, number | null>();
  let settings = settingsOf(store);

  function keepSettings(): AverageSettings {
    const now = settingsOf(store);
    if (now !== settings) weighted.clear();
    return (settings = now);
  }

  function notifySettings(): void {
    for (const listener of ofSettings) listener();
  }

  /** The number of cells of a part. */
  const cellsOf = (part: string): number => {
    if (part === OVERALL) return students.length * scenarios.length;
    return shownScenarios.has(part) ? students.length : scenarios.length;
  };

  function sumOf(part: string, { missing }: AverageSettings): Pick<CellSum, 'total' | 'count'> {
    const sum = sums.sumOf(part);
    return missing === 'Zero' ? { total: sum.total, count: cellsOf(part) - sum.leftOut } : sum;
  }

  function weightedPercentOf(userId: string, grading: AverageSettings): number | null {
    const known = weighted.get(userId);
    if (known !== undefined) return known;
    const results = scenarios.map(({ scenarioId, campaignId }) => {
      const cell = averagedCell(store.get(cellKey(userId, scenarioId))?.value);
      return { scenarioId, campaignId, cell };
    });
    const percent = averageOf(results, grading);
    weighted.set(userId, percent);
    return percent;
  }

  return {
    /** Returns the floored whole percent of a student, a scenario or `OVERALL`; null without a cell that counts. */
    percentOf(part: string): number | null {
      const grading = keepSettings();
      if (grading.weights === null || shownScenarios.has(part)) {
        const { total, count } = sumOf(part, grading);
        return meanPercent(total, count);
      }
      if (part !== OVERALL) return weightedPercentOf(part, grading);
      const ofScenarios = scenarios.map(({ scenarioId, campaignId }) => ({
        scenarioId,
        campaignId,
        ...sumOf(scenarioId, grading),
      }));
      return averageOfSums(ofScenarios, grading.weights);
    },

    subscribe(part: string, listener: () => void): () => void {
      const stop = sums.subscribe(part, listener);
      ofSettings.add(listener);
      return () => {
        stop();
        ofSettings.delete(listener);
      };
    },

    /** Keeps the averages current until the returned function is called, including changes from before the call. */
    follow(): () => void {
      const before = settings;
      weighted.clear();
      const forget = store.subscribeAny((keys) => {
        for (const key of keys) weighted.delete(key.slice(0, Math.max(key.indexOf(':'), 0)));
      });
      const stop = sums.follow();
      if (keepSettings() !== before) notifySettings();
      const stopSettings = store.subscribe(GRADING_KEY, notifySettings);
      return () => {
        forget();
        stop();
        stopSettings();
      };
    },
  };
}
export type Averages = ReturnType<typeof createAverages>;

function settingsOf(store: RowStore<GradebookRow>): AverageSettings {
  const row = store.get(GRADING_KEY)?.value;
  return row?.kind === 'grading' ? row : DEFAULT_GRADING;
}

/** The share of a cell; null when it is left out, undefined when it is missing. */
function unitsOf(row: GradebookRow | null | undefined): number | null | undefined {
  const cell = averagedCell(row);
  return cell && (averagedShare(cell, 'Nothing') ?? null);
}
