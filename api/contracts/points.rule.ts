/** Rounds points to three decimals, so that floating-point error does not decide a rank. */
export const roundPoints = (points: number): number => Math.round(points * 1_000) / 1_000;
