import type { Grading } from './grading.rule.js';
import type { GradedPoints } from './grade.rule.js';

/** Shares are added in millionths of a percent, because sums of whole numbers do not depend on their order. */
const UNITS_PER_PERCENT = 1_000_000;
/** Precision of a mean before it is floored, so that three thirds add up to 100 %. */
const KEPT_PER_PERCENT = 10_000;

/** Returns the share of the points that was reached, in millionths of a percent. Undefined when the maximum is zero. */
export function shareOf({ total, maxTotal, questions, maxQuestions }: GradedPoints): number | undefined {
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

/** A result of a student in a scenario, as a share of {@link shareOf}; undefined when it is missing. Excused ones are left out. */
export interface AveragedResult {
  readonly scenarioId: string;
  readonly campaignId: string;
  readonly share: number | undefined;
}

/**
 * Returns the average of a student in whole percent, floored, by the settings of the course (docs/rules.md#grading-settings). Null
 * without a result that counts.
 */
export function averageOf(
  results: readonly AveragedResult[],
  { missing, weights }: Pick<Grading, 'missing' | 'weights'>,
): number | null {
  const counted = results.flatMap(({ share = missing === 'Zero' ? 0 : undefined, ...result }) =>
    share === undefined ? [] : [{ ...result, share }],
  );
  const weightOf = (id: string): number => weights?.values[id] ?? 1;
  if (weights?.by !== 'Campaign')
    return weightedMean(counted.map((each) => ({ ...each, weight: weightOf(each.scenarioId) })));
  const campaigns = new Map<string, (typeof counted)[number][]>();
  for (const each of counted) campaigns.set(each.campaignId, [...(campaigns.get(each.campaignId) ?? []), each]);
  return weightedMean(
    [...campaigns].map(([id, ofCampaign]) => ({
      share: ofCampaign.reduce((sum, { share }) => sum + share, 0) / ofCampaign.length,
      weight: weightOf(id),
    })),
  );
}

function weightedMean(shares: readonly { readonly share: number; readonly weight: number }[]): number | null {
  const sum = shares.reduce((total, { share, weight }) => total + share * weight, 0);
  return meanPercent(
    sum,
    shares.reduce((total, { weight }) => total + weight, 0),
  );
}
