import { CELL_MARKS, type Grading, type GradingWeights, type MissingPolicy } from './grading.rule.js';
import type { GradedPoints } from './grade.rule.js';
import type { GradebookRow } from './gradebook.contract.js';

/** Shares are added in millionths of a percent, because sums of whole numbers do not depend on their order. */
const UNITS_PER_PERCENT = 1_000_000;
/** Precision of a mean before it is floored, so that three thirds add up to 100 %. */
const KEPT_PER_PERCENT = 10_000;

/** Returns the share of the points that was reached, in millionths of a percent. Undefined when the maximum is zero. */
function shareOf({ total, maxTotal, questions, maxQuestions }: GradedPoints): number | undefined {
  const maximum = maxTotal + maxQuestions;
  if (maximum === 0) return undefined;
  return Math.round(((total + questions) / maximum) * 100 * UNITS_PER_PERCENT);
}

/** Returns the mean of `count` shares of {@link shareOf} in whole percent, floored. Null when `count` is 0. */
export function meanPercent(sumOfShares: number, count: number): number | null {
  if (count === 0) return null;
  const mean = sumOfShares / count / UNITS_PER_PERCENT;
  return Math.floor(Math.round(mean * KEPT_PER_PERCENT) / KEPT_PER_PERCENT);
}

/** A cell of the gradebook in averages: the points of its result, `Excused`, or undefined without a result. */
export type AveragedCell = GradedPoints | 'Excused' | undefined;

/** Returns whether a row of the gradebook says that a student is excused from a scenario. */
export const isExcused = (row: GradebookRow | null | undefined): boolean =>
  row?.kind === 'empty' && (row.marks & CELL_MARKS.excused) !== 0;

/** Returns a row of the gradebook as a cell of averages. */
export const averagedCell = (row: GradebookRow | null | undefined): AveragedCell => {
  if (row?.kind === 'cell') return row;
  return isExcused(row) ? 'Excused' : undefined;
};

/**
 * Returns the share that a cell adds to averages. Undefined when it does not count, which is always so for excused students and for results
 * whose maximum is zero.
 */
export function averagedShare(cell: AveragedCell, missing: MissingPolicy): number | undefined {
  if (cell === undefined) return missing === 'Zero' ? 0 : undefined;
  return cell === 'Excused' ? undefined : shareOf(cell);
}

interface InScenario {
  readonly scenarioId: string;
  readonly campaignId: string;
}

/** The cell of a student in a scenario. */
export interface AveragedResult extends InScenario {
  readonly cell: AveragedCell;
}

/** The sum of `count` shares in a scenario. */
export interface ShareSum extends InScenario {
  readonly total: number;
  readonly count: number;
}

/**
 * Returns the average of a student in whole percent, floored, by the settings of the course (docs/rules.md#averages). Null without a cell
 * that counts.
 */
export function averageOf(
  results: readonly AveragedResult[],
  { missing, weights }: Pick<Grading, 'missing' | 'weights'>,
): number | null {
  const sums = results.flatMap(({ scenarioId, campaignId, cell }): ShareSum[] => {
    const share = averagedShare(cell, missing);
    return share === undefined ? [] : [{ scenarioId, campaignId, total: share, count: 1 }];
  });
  return averageOfSums(sums, weights);
}

/** Returns the average of the shares of one or of several students, by the weights of the course. Null without shares. */
export function averageOfSums(sums: readonly ShareSum[], weights: GradingWeights | null): number | null {
  const weightOf = (id: string): number => weights?.values[id] ?? 1;
  if (weights?.by !== 'Campaign') {
    return weightedMean(sums.map(({ scenarioId, total, count }) => ({ total, count, weight: weightOf(scenarioId) })));
  }
  const campaigns = new Map<string, { total: number; count: number }>();
  for (const { campaignId, total, count } of sums) {
    const before = campaigns.get(campaignId) ?? { total: 0, count: 0 };
    campaigns.set(campaignId, { total: before.total + total, count: before.count + count });
  }
  return weightedMean(
    [...campaigns].flatMap(([id, { total, count }]) =>
      count === 0 ? [] : [{ total: total / count, count: 1, weight: weightOf(id) }],
    ),
  );
}

function weightedMean(
  sums: readonly { readonly total: number; readonly count: number; readonly weight: number }[],
): number | null {
  return meanPercent(
    sums.reduce((sum, { total, weight }) => sum + total * weight, 0),
    sums.reduce((sum, { count, weight }) => sum + count * weight, 0),
  );
}
