import { jest } from '@jest/globals';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { guessableProblem } from './guessable-passwords.js';

const owner = { username: 'ada.lovelace1', email: 'countess.ada@example.org' };
const TOO_EASY = 'This password is too easy to guess. Choose another one.';
const ONES_OWN = 'Password must not be your username or e-mail address.';

it.each([
  'Qwerty123456!',
  'Admin_12345',
  'ReadyRoom_2026',
  'R3adyR00m_2026!',
  'Summer_2026!',
  'Welcome_2026!',
  'Liverpool_2024!',
  'MyPassword_123',
  'Passw0rd!Passw0rd!',
  'abcdefghij1!',
  'Lovelace_2026!',
])('rejects %s, which consists of common words, sequences and names', async (password) => {
  expect(await guessableProblem(password, owner)).toBe(TOO_EASY);
});

it.each(['Password1!', 'P@ssw0rd2026!', '!!Monkey2026', 'passw0rd_1', 'Qwertyuiop1!', 'iloveyou_123', '$ummer2026!'])(
  'rejects %s, which attackers try first',
  async (password) => {
    expect(await guessableProblem(password, owner)).toBe(TOO_EASY);
  },
);

it.each(['Ada_Lovelace1', 'ADALOVELACE1!', 'Countess_Ada#', 'countessada_example_org'])(
  'rejects %s, which is the person’s own name',
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
  'xk7#Lp2mQ9',
  'zenith_watch_27#',
])('accepts %s', async (password) => {
  expect(await guessableProblem(password, owner)).toBeNull();
});

it('rejects long repetitions, and accepts a long password with a strong start or end', async () => {
  for (const sign of ['!', '1', 'a', '@', 'ab1!']) {
    expect(await guessableProblem(sign.repeat(63), owner)).toBe(TOO_EASY);
  }
  expect(await guessableProblem(`${'a'.repeat(200)}love8347#2839!_xq`, owner)).toBeNull();
  expect(await guessableProblem(`love8347#2839!_xq${'a'.repeat(200)}`, owner)).toBeNull();
});

it('estimates at most 64 characters at a time, because longer parts take seconds', async () => {
  const check = jest.spyOn(ZxcvbnFactory.prototype, 'check');
  await guessableProblem('1912011987202'.repeat(20).slice(0, 255), owner);
  expect(check.mock.calls.length).toBeLessThanOrEqual(4);
  expect(Math.max(...check.mock.calls.map(([part]) => part.length))).toBe(64);
  check.mockRestore();
});
