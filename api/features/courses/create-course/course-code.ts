import { randomInt } from 'node:crypto';

/** Without characters that look alike on a projector: no 0 O, 1 I L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;

/** A new course code, six characters to be read out in class. */
export const newCourseCode = (): string => codeOf(() => randomInt(ALPHABET.length));

/** Returns the course code of at least six random bytes, always the same for the same bytes. */
export const courseCodeOf = (bytes: Uint8Array): string => codeOf((index) => bytes[index]! % ALPHABET.length);

const codeOf = (letterAt: (index: number) => number): string =>
  Array.from({ length: LENGTH }, (_, index) => ALPHABET[letterAt(index)]).join('');
