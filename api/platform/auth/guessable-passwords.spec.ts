import { guessableProblem } from './guessable-passwords.js';

const owner = { username: 'ada.lovelace1', email: 'countess.ada@example.org' };
const TOO_EASY = 'This password is too easy to guess. Choose another one.';
const ONES_OWN = 'Password must not be your username or e-mail address.';

it.each(['Password1!', 'P@ssw0rd2026!', '!!Monkey2026', 'passw0rd_1', 'Qwertyuiop1!', 'iloveyou_123', '$ummer2026!'])(
  'takes %s for what guessers try first',
  async (password) => {
    expect(await guessableProblem(password, owner)).toBe(TOO_EASY);
  },
);

it.each(['Ada_Lovelace1', 'ADALOVELACE1!', 'Countess_Ada#', 'countessada_example_org'])(
  'takes %s for the person’s own name',
  async (password) => {
    expect(await guessableProblem(password, owner)).toBe(ONES_OWN);
  },
);

it.each([
  'orbital_mechanics_7#',
  'dragon_of_the_moon_9!',
  'love8347#2839!_xq',
  'correct_horse_battery_1',
  'ada_flies_to_mars_1!',
])('lets %s pass', async (password) => {
  expect(await guessableProblem(password, owner)).toBeNull();
});

it('is quick with the longest password, whatever it is made of', async () => {
  for (const sign of ['!', '1', 'a', '@']) expect(await guessableProblem(sign.repeat(255), owner)).toBeNull();
});
