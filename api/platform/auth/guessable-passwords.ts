import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/**
 * Minimum strength of a password, as the decimal logarithm of the guesses needed. A common word with a year or digits needs
 * about 8, ten random characters need 10.
 */
const ENOUGH = 9.5;

/** Longest part that is estimated. Estimation time grows faster than the length: 64 characters take up to 60 ms, 255 take seconds. */
const ESTIMATED = 64;

/** Words of the product and its field, which attackers try first. */
const PRODUCT_WORDS = [
  'readyroom',
  'ready',
  'room',
  'training',
  'readiness',
  'battlespace',
  'spaceflight',
  'admin',
  'administrator',
  'instructor',
  'student',
  'user',
  'player',
  'login',
  'password',
  'secret',
  'welcome',
];

/** The owner of a password, whose names attackers try first. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/**
 * Returns the message for a new password that is easy to guess; null when the password is accepted. Call it wherever a person chooses
 * a password, in addition to the rule of characters (`password.rule.ts`). The first call loads the estimator.
 */
export async function guessableProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const { username, email } = owner;
  const own = [username, email, email.split('@', 1)[0]!].map(lettersAndDigits);
  if (own.includes(lettersAndDigits(password))) return 'Password must not be your username or e-mail address.';
  const estimator = await (loading ??= load());
  const words = wordsOf(owner);
  return partsOf(password).some((part) => withstands(estimator, part, words))
    ? null
    : 'This password is too easy to guess. Choose another one.';
}

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator with several megabytes of words, so it runs only when the first person chooses a password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, product: PRODUCT_WORDS },
    graphs: adjacencyGraphs,
    maxLength: ESTIMATED,
    // Trying all look-alike characters takes ten times as long as the rest. `undressed` replaces them once instead.
    l33tMaxSubstitutions: 0,
  });
}

/** Returns the parts to estimate; a long password is accepted when its start or its end is strong. */
function partsOf(password: string): string[] {
  if (password.length <= ESTIMATED) return [password];
  return [password.slice(0, ESTIMATED), password.slice(-ESTIMATED)];
}

/** Returns whether a part is strong enough, also without look-alikes: `P@ssw0rd` is no harder to guess than `password`. */
function withstands(estimator: ZxcvbnFactory, part: string, words: string[]): boolean {
  const spellings = new Set([part, undressed(part.toLowerCase())]);
  return [...spellings].every((spelling) => estimator.check(spelling, words).guessesLog10 >= ENOUGH);
}

/** Returns the names of a person, whole and in parts, as they may appear in a password. */
function wordsOf({ username, email, firstName = '', lastName = '' }: PasswordOwner): string[] {
  const texts = [username, email, firstName, lastName].map((text) => text.toLowerCase());
  const parts = texts.flatMap((text) => [lettersAndDigits(text), ...text.split(/[^a-z]+/u)]);
  return [...new Set([...texts, ...parts])].filter((word) => word.length > 2);
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

const undressed = (word: string): string => word.replaceAll(/[@431!0$57]/gu, (sign) => LOOKS_LIKE[sign]!);
