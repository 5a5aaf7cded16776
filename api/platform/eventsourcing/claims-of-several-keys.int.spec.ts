import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openPool } from '../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { type Claim, Claims } from './claims.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { sampleEvent } from './testing/sample-events.js';

const OLD = 'an older hmac key of the tests, long enough for it';
const NEW = 'a newer hmac key of the tests, long enough for it';

let database: TestDatabase;
let pool: Pool;
let now = Date.parse('2026-03-01T09:00:00Z');
const store = new InMemoryEventStore();
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
});
afterEach(() => pool.query('delete from plain.claims'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const claimsWith = (...secrets: string[]) => new Claims(pool, store, { now: () => new Date(now) }, secrets);
/** A node before the replacement, one in its middle, and one after it. */
const before = () => claimsWith(OLD);
const between = () => claimsWith(OLD, NEW);
const after = () => claimsWith(NEW, OLD);

const newOwner = () => {
  const id = randomUUID();
  return { id, stream: `user-${id}` };
};
const email = (value: string): Claim => ({
  kind: 'email',
  value,
  field: 'Email',
  message: 'Email is already registered.',
});
const taken = { code: 'ALREADY_TAKEN' };

/** Claims a value as a registration does, and records the hash that it was given. */
async function register(claims: Claims, value: string) {
  const owner = newOwner();
  await claims.withClaims(owner, [email(value)], ([emailHmac]) =>
    store.appendToStream(owner.stream, 'no-stream', [sampleEvent({ emailHmac })]),
  );
  return owner;
}

it.each([
  ['the old key', before, after],
  ['both keys, by a node that knows only the old one', after, before],
  ['both keys, in another order', between, after],
])('refuses a value that was claimed under %s', async (_, first, second) => {
  await register(first(), 'ada@example.org');
  await expect(second().reserve(newOwner(), [email('Ada@example.org')])).rejects.toMatchObject(taken);
});

it('lets one of 30 parallel reservations succeed while nodes know different keys', async () => {
  const nodes = [before, between, after];
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, nth) => nodes[nth % 3]!().reserve(newOwner(), [email('race@example.org')])),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('finds the owner of a value under every key', async () => {
  const owner = await register(before(), 'found@example.org');
  expect(await after().ownerOf('email', 'found@example.org')).toBe(owner.id);
  expect(await after().ownersOf('email', ['found@example.org', 'other@example.org'])).toEqual(
    new Map([['found@example.org', owner.id]]),
  );
});

it('gives a repeated request the hash that its event carries', async () => {
  const owner = await register(before(), 'repeat@example.org');
  const repeated = await after().withClaims(owner, [email('repeat@example.org')], async (hmacs) => hmacs);
  expect(repeated).toEqual([before().hmac('email', 'repeat@example.org').toString('hex')]);
});

describe('an owner who changes their value after the key was replaced', () => {
  const change = (owner: ReturnType<typeof newOwner>, to: string, version = 0) =>
    after().replaceClaim(owner, email(to), (emailHmac) =>
      store.appendToStream(owner.stream, version, [sampleEvent({ emailHmac })]),
    );

  it('has the new one under every key, and the old one is free', async () => {
    const owner = await register(before(), 'first@example.org');
    await change(owner, 'second@example.org');
    for (const claims of [before(), after()]) {
      expect(await claims.ownerOf('email', 'first@example.org')).toBeNull();
      expect(await claims.ownerOf('email', 'second@example.org')).toBe(owner.id);
    }
    await expect(before().reserve(newOwner(), [email('second@example.org')])).rejects.toMatchObject(taken);
    await register(after(), 'first@example.org');
  });

  it('keeps the value when they change it to the same one', async () => {
    const owner = await register(before(), 'same@example.org');
    await change(owner, 'same@example.org');
    now += 60 * 60_000;
    await after().sweep();
    for (const claims of [before(), after()]) expect(await claims.ownerOf('email', 'same@example.org')).toBe(owner.id);
  });

  it('keeps the old one under every key when the change was cut off', async () => {
    const owner = await register(before(), 'kept@example.org');
    await expect(
      after().replaceClaim(owner, email('lost@example.org'), () => Promise.reject(new Error('cut off'))),
    ).rejects.toThrow('cut off');
    now += 60 * 60_000;
    await after().sweep();
    expect(await after().ownerOf('email', 'kept@example.org')).toBe(owner.id);
    expect(await after().ownerOf('email', 'lost@example.org')).toBeNull();
  });
});
