/** Of the list of what people really choose, the first so many. */
const COMMON = 10_000;

/** Whose password it is to be; the words a guesser tries first. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
}

/**
 * What is wrong with a new password that the rule of characters (`password.rule.ts`) lets pass; null when nothing is. Asked
 * wherever somebody chooses one.
 */
export async function guessableProblem(password: string, { username, email }: PasswordOwner): Promise<string | null> {
  const own = [username, email, email.split('@', 1)[0]!].map(lettersAndDigits);
  if (own.includes(lettersAndDigits(password))) return 'Password must not be your username or e-mail address.';
  const common = await (list ??= loadList());
  return guessesOf(password).some((guess) => common.has(guess))
    ? 'This password is too easy to guess. Choose another one.'
    : null;
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Half a megabyte of words: not before somebody chooses a password. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMON));
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');

/**
 * The password itself and the common word it may be dressed up from: `P@ssw0rd2026!` is `password` to every guesser. Only
 * where the word makes up half of it or more.
 */
function guessesOf(password: string): string[] {
  const plain = password.toLowerCase();
  const withoutTail = plain.replace(/[^a-z]+$/u, '');
  const words = [withoutTail, withoutTail.replace(/^[^a-z]+/u, '')].filter((word) => word.length * 2 >= plain.length);
  return [plain, ...words].flatMap((word) => [word, undressed(word)]);
}

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
