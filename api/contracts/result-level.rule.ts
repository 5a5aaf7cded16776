/** How much of a result the platform has checked (docs/rules.md#levels-of-results), from least to most. */
export const RESULT_LEVELS = ['Reported', 'Witnessed', 'Verified'] as const;
export type ResultLevel = (typeof RESULT_LEVELS)[number];

/** Returns the rank of a level: 0 for `Reported`, 1 for `Witnessed`, 2 for `Verified`. Read models store it. */
export const rankOfLevel = (level: ResultLevel): number => RESULT_LEVELS.indexOf(level);
