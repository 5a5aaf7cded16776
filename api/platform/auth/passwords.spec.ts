import { hash } from '@node-rs/argon2';
import { Passwords } from './passwords.js';

const passwords = new Passwords('a pepper of the tests, long enough for everybody');

it('verifies what it hashed, with the pepper in it', async () => {
  const stored = await passwords.hash('correct horse 1!');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'correct horse 1!')).toBe(true);
  expect(await passwords.verify(stored, 'Correct horse 1!')).toBe(false);
  expect(await new Passwords('another pepper').verify(stored, 'correct horse 1!')).toBe(false);
});

it('does not cut long passwords', async () => {
  const long = 'x'.repeat(254);
  const stored = await passwords.hash(`${long}a`);
  expect(await passwords.verify(stored, `${long}b`)).toBe(false);
});

it('matches nobody for an unknown person', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false);
});

it('knows hashes of weaker parameters', async () => {
  expect(passwords.isOutdated(await passwords.hash('any'))).toBe(false);
  expect(passwords.isOutdated(await hash('any', { memoryCost: 8_192, timeCost: 2 }))).toBe(true);
});

it('leaves three quarters of the queue to those who sign in, however many register', async () => {
  const registering = Array.from({ length: 60 }, () => passwords.hashOfNewcomer('x'));
  const signingIn = Array.from({ length: 75 }, () => passwords.verify(null, 'x'));
  const hashed = await Promise.allSettled(registering);
  const refused = hashed.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(35);
  const message = 'Too many people are registering. Try again.';
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', status: 503, message });
  expect(await Promise.all(signingIn)).toEqual(signingIn.map(() => false));
  expect(await passwords.verify(await passwords.hashOfNewcomer('later'), 'later')).toBe(true);
});

it('hashes many in turn and refuses when the queue would outlast the client', async () => {
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => passwords.verify(null, 'x')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  expect(await passwords.verify(null, 'x')).toBe(false);
});
