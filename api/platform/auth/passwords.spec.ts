import { hash } from '@node-rs/argon2';
import { hashingSourceOf, Passwords, pepperMark } from './passwords.js';

const passwords = new Passwords(['a pepper of the tests, long enough for the setting']);

it('verifies its own hashes, and only with the same pepper', async () => {
  const stored = await passwords.hash('correct horse 1!');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'correct horse 1!')).toBe(true);
  expect(await passwords.verify(stored, 'Correct horse 1!')).toBe(false);
  expect(await new Passwords(['another pepper']).verify(stored, 'correct horse 1!')).toBe(false);
});

describe('while a pepper is replaced', () => {
  const [old, newer] = ['an older pepper', 'a newer pepper'];
  const alone = new Passwords([old]);
  const both = new Passwords([newer, old]);

  it('verifies hashes of every pepper, and reports those of older peppers as outdated', async () => {
    const before = await alone.hash('correct horse 1!');
    expect(await both.verify(before, 'correct horse 1!')).toBe(true);
    expect(await both.verify(before, 'wrong horse 1!')).toBe(false);
    expect([alone.isOutdated(before), both.isOutdated(before)]).toEqual([false, true]);
    const renewed = await both.hash('correct horse 1!');
    expect(both.isOutdated(renewed)).toBe(false);
    // During the replacement, other nodes may have the two peppers in the opposite order; after it, only the newer one.
    for (const node of [new Passwords([old, newer]), new Passwords([newer])])
      expect(await node.verify(renewed, 'correct horse 1!')).toBe(true);
    expect(await alone.verify(renewed, 'correct horse 1!')).toBe(false);
  });

  it('marks hashes with their pepper only while several are configured', async () => {
    expect(await alone.hash('any')).toMatch(/^\$argon2id\$/);
    expect((await both.hash('any')).startsWith(`${pepperMark(newer)}$argon2id$`)).toBe(true);
  });
});

it('does not truncate long passwords', async () => {
  const long = 'x'.repeat(254);
  const stored = await passwords.hash(`${long}a`);
  expect(await passwords.verify(stored, `${long}b`)).toBe(false);
});

it('never matches for an unknown person', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false);
});

it('reports hashes with weaker parameters as outdated', async () => {
  expect(passwords.isOutdated(await passwords.hash('any'))).toBe(false);
  expect(passwords.isOutdated(await hash('any', { memoryCost: 8_192, timeCost: 2 }))).toBe(true);
});

it('hashes at another cost for tests', async () => {
  const cheap = new Passwords(['a pepper'], { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const stored = await cheap.hash('any');
  expect(stored).toContain('$m=8,t=1,p=1$');
  expect([await cheap.verify(stored, 'any'), cheap.isOutdated(stored), passwords.isOutdated(stored)]).toEqual([
    true,
    false,
    true,
  ]);
});

it('reserves three quarters of the queue for sign-ins, regardless of the number of registrations', async () => {
  const registering = Array.from({ length: 60 }, () => passwords.hashOfNewcomer('x', 'a school'));
  const signingIn = Array.from({ length: 75 }, () => passwords.verify(null, 'x', 'another school'));
  const hashed = await Promise.allSettled(registering);
  const refused = hashed.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(35);
  const message = 'Too many people are registering. Try again.';
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', status: 503, message });
  expect(await Promise.all(signingIn)).toEqual(signingIn.map(() => false));
  expect(await passwords.verify(await passwords.hashOfNewcomer('later'), 'later')).toBe(true);
});

it('hashes many passwords in turn, and rejects those that would wait longer than a client does', async () => {
  const schools = ['one school', 'another school'];
  const results = await Promise.allSettled(
    Array.from({ length: 110 }, (_, index) => passwords.verify(null, 'x', schools[index % 2])),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  expect(await passwords.verify(null, 'x')).toBe(false);
});

it('verifies a password of another source during a flood from one source', async () => {
  const answered: string[] = [];
  const flood = Array.from({ length: 100 }, () =>
    passwords.verify(null, 'x', 'flood').then(
      () => answered.push('flood'),
      (error: unknown) => expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 }),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  passwords.assertCapacity('other');
  expect(() => passwords.assertCapacity('flood')).toThrow('from your network');
  const other = passwords.verify(null, 'x', 'other').then(() => answered.push('other'));
  await Promise.all([...flood, other]);
  // At most the two hashes that were running, and one turn of the flood.
  expect(answered.indexOf('other')).toBeLessThanOrEqual(3);
  expect(answered.length).toBeGreaterThan(70);
});

it('queues hashes of signed-in callers by account, and of anonymous callers by network', () => {
  const account = { actorId: '0198c0de-0000-7000-8000-00000000000a', address: '192.0.2.1' };
  expect(hashingSourceOf(account)).toBe(hashingSourceOf({ ...account, address: '198.51.100.1' }));
  const anonymous = (address: string) => hashingSourceOf({ actorId: 'anonymous', address });
  expect(anonymous('2001:db8:1:2::5')).toBe(anonymous('2001:db8:1:2:ffff::1'));
  expect(anonymous('2001:db8:1:2::5')).not.toBe(anonymous('2001:db8:1:3::5'));
  expect(new Set([hashingSourceOf(account), anonymous('192.0.2.1'), anonymous('192.0.2.2')]).size).toBe(3);
});
