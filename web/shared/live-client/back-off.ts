const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

/** Returns the delay before attempt `n` (from 0): 1 s doubling to 15 s, of which the upper half is random, never below 1 s. */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.max(FIRST_MS, ceiling * (0.5 + random() / 2));
}
