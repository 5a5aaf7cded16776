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

const claimsWith = (...secrets: string[]) => new Claims(pool, store, secrets);
/** A compensation that must not happen. */
const never = () => Promise.reject(new Error('compensated'));
const passAnHour = () => pool.query("update plain.claims set expires_at = expires_at - interval '1 hour'");
/** Nodes before, during and after the replacement of the key. */
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

/** Claims a value like a registration, and records its hash in an event. */
async function register(claims: Claims, value: string) {
  const owner = newOwner();
  await claims.withClaims(
    owner,
    [email(value)],
    ({ hmacs: [emailHmac] }) => store.appendToStream(owner.stream, 'no-stream', [sampleEvent({ emailHmac })]),
    never,
  );
  return owner;
}

it.each([
  ['the old key', before, after],
  ['both keys, on a node that has only the old one', after, before],
  ['both keys, in another order', between, after],
])('rejects a value that was claimed with %s', async (_, first, second) => {
  await register(first(), 'ada@example.org');
  await expect(second().reserve(newOwner(), [email('Ada@example.org')])).rejects.toMatchObject(taken);
});

it('accepts exactly one of 30 concurrent reservations while nodes have different keys', async () => {
  const nodes = [before, between, after];
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, nth) => nodes[nth % 3]!().reserve(newOwner(), [email('race@example.org')])),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('finds the owner of a value that was claimed with an older key', async () => {
  const owner = await register(before(), 'found@example.org');
  expect(await after().ownerOf('email', 'found@example.org')).toBe(owner.id);
  expect(await after().ownersOf('email', ['found@example.org', 'other@example.org'])).toEqual(
    new Map([['found@example.org', owner.id]]),
  );
});

it('passes the recorded hash to a repeated request', async () => {
  const owner = await register(before(), 'repeat@example.org');
  const repeated = await after().withClaims(owner, [email('repeat@example.org')], async ({ hmacs }) => hmacs, never);
  expect(repeated).toEqual([before().hmac('email', 'repeat@example.org').toString('hex')]);
});

describe('replacing a value after the key was replaced', () => {
  const change = (owner: ReturnType<typeof newOwner>, to: string, version = 0) =>
    after().replaceClaim(
      owner,
      email(to),
      ({ hmacs: [emailHmac] }) => store.appendToStream(owner.stream, version, [sampleEvent({ emailHmac })]),
      never,
    );

  it('claims the new value with every key and releases the old one', async () => {
    const owner = await register(before(), 'first@example.org');
    await change(owner, 'second@example.org');
    for (const claims of [before(), after()]) {
      expect(await claims.ownerOf('email', 'first@example.org')).toBeNull();
      expect(await claims.ownerOf('email', 'second@example.org')).toBe(owner.id);
    }
    await expect(before().reserve(newOwner(), [email('second@example.org')])).rejects.toMatchObject(taken);
    await register(after(), 'first@example.org');
  });

  it('keeps the value when it is replaced by itself', async () => {
    const owner = await register(before(), 'same@example.org');
    await change(owner, 'same@example.org');
    await passAnHour();
    await after().sweep();
    for (const claims of [before(), after()]) expect(await claims.ownerOf('email', 'same@example.org')).toBe(owner.id);
  });

  it('keeps the old value with every key when the append of the new one fails', async () => {
    const owner = await register(before(), 'kept@example.org');
    await expect(
      after().replaceClaim(owner, email('lost@example.org'), () => Promise.reject(new Error('cut off')), never),
    ).rejects.toThrow('cut off');
    await passAnHour();
    await after().sweep();
    expect(await after().ownerOf('email', 'kept@example.org')).toBe(owner.id);
    expect(await after().ownerOf('email', 'lost@example.org')).toBeNull();
  });
});
