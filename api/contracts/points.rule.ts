/** Points with their three decimals: what adding binary fractions leaves behind them must not decide a rank. */
export const roundPoints = (points: number): number => Math.round(points * 1_000) / 1_000;
