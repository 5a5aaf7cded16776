import { randomInt } from 'node:crypto';

/** Without characters that look alike on a projector: no 0 O, 1 I L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;

/** A new course code, six characters to be read out in class. */
export const newCourseCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
