import { randomInt } from 'node:crypto';

/** Omits characters that look alike on a projector: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;

/** Returns a new course code: six characters that are easy to read out in class. */
export const newCourseCode = (): string => codeOf(() => randomInt(ALPHABET.length));

/** Derives a course code from at least six random bytes. The same bytes always give the same code. */
export const courseCodeOf = (bytes: Uint8Array): string => codeOf((index) => bytes[index]! % ALPHABET.length);

const codeOf = (letterAt: (index: number) => number): string =>
  Array.from({ length: LENGTH }, (_, index) => ALPHABET[letterAt(index)]).join('');
