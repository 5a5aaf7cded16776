/** Numbers from 0 to below 1, the same ones for the same seed: a page can be compared with what it was made from. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Until the next of those who come by chance, so many a second. */
export const untilNext = (perSecond: number, random: () => number): number => -Math.log(1 - random()) / perSecond;
