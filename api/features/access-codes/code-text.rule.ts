/** 32 characters without look-alikes, for reading aloud and copying: no 0 O, no 1 I. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** 5 bits for each character, 80 in total, cannot be guessed. */
const LENGTH = 16;

/** Kind of the claim that makes codes unique and finds them. */
export const ACCESS_CODE_CLAIM = 'access-code';

/** Returns a code from the first 16 random bytes. */
export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Returns the stored form of a typed code; case, dashes and blanks do not matter. */
export const storedForm = (code: string): string => code.replaceAll(/[\s-]/gu, '').toUpperCase();

/** Returns the displayed form of a code, 4-4-4-4. */
export const shownForm = (code: string): string => code.match(/.{1,4}/gu)?.join('-') ?? '';
