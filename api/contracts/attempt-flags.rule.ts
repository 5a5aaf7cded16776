import { AttemptFlag } from './attempt.contract.js';

/** Encodes flags as bits, in the order of {@link AttemptFlag}. */
export const flagBits = (flags: readonly AttemptFlag[]): number =>
  flags.reduce((bits, flag) => bits | (1 << AttemptFlag.options.indexOf(flag)), 0);

/** Returns the flags that {@link flagBits} encoded, in the order of {@link AttemptFlag}. */
export const flagsOf = (bits: number): AttemptFlag[] =>
  AttemptFlag.options.filter((_, index) => (bits & (1 << index)) !== 0);
