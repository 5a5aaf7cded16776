/** Returns the nearest-rank percentile, 0 < `percent` <= 100; null for no values. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
}
