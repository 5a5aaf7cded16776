/** 32 characters that nobody mixes up when reading them aloud or copying them: no 0 O, no 1 I. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** 5 bits each: 80 that nobody guesses. */
const LENGTH = 16;

/** Kind of the claim that a code is unique, and found by. */
export const ACCESS_CODE_CLAIM = 'access-code';

/** A code of the first 16 of these random bytes. */
export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A code however somebody typed it, as it is stored: case, dashes and blanks do not matter. */
export const storedForm = (code: string): string => code.replaceAll(/[\s-]/gu, '').toUpperCase();

/** 4-4-4-4, as it is shown. */
export const shownForm = (code: string): string => code.match(/.{1,4}/gu)?.join('-') ?? '';
