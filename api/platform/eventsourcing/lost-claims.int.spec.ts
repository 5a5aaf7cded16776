import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openPool } from '../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import type { ClaimOwner } from './claim-table.js';
import { type Claim, Claims, type HeldClaims } from './claims.js';
import type { EventStore } from './event-store.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { sampleEvent } from './testing/sample-events.js';

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

const claims = (on: EventStore = store) => new Claims(pool, on, ['an hmac key of the tests, long enough for it']);
const newOwner = (): ClaimOwner => {
  const id = randomUUID();
  return { id, stream: `user-${id}` };
};
const claimOf = (kind: 'username' | 'email', value: string): Claim => ({
  kind,
  value,
  field: kind,
  message: `The ${kind} is taken.`,
});
const name = claimOf('username', 'ada');
const address = claimOf('email', 'ada@example.org');
const never = () => Promise.reject(new Error('compensated'));

/** Appends to the owner's stream at its end. */
async function append({ stream }: ClaimOwner, type: string, emailHmac: string | undefined): Promise<void> {
  const past = await store.readStream(stream);
  await store.appendToStream(stream, past.at(-1)?.version ?? 'no-stream', [{ ...sampleEvent({ emailHmac }), type }]);
}
const typesIn = async ({ stream }: ClaimOwner) => (await store.readStream(stream)).map(({ type }) => type);

/** Suspends this process for longer than claims are pending, while another one sweeps. */
async function suspend(): Promise<void> {
  await pool.query("update plain.claims set expires_at = expires_at - interval '11 minutes'");
  await claims().sweep();
}

const register = (owner: ClaimOwner, wanted: readonly Claim[]) =>
  claims().withClaims(owner, wanted, (held) => append(owner, 'Registered', held.hmacs[1]), never);

describe('an owner that is suspended before it appends', () => {
  const registerSuspended = (owner: ClaimOwner, meanwhile: () => Promise<unknown>) =>
    claims().withClaims(
      owner,
      [name, address],
      async (held) => {
        await suspend();
        await meanwhile();
        await held.extend();
        await append(owner, 'Registered', held.hmacs[1]);
      },
      never,
    );

  it('is refused when another owner has taken a value', async () => {
    const [suspended, other] = [newOwner(), newOwner()];
    const late = registerSuspended(suspended, () => register(other, [name]));
    await expect(late).rejects.toMatchObject({
      code: 'ALREADY_TAKEN',
      errors: { username: ['The username is taken.'] },
    });
    expect(await typesIn(suspended)).toEqual([]);
    expect(await claims().ownerOf('username', 'ada')).toBe(other.id);
    expect(await claims().ownerOf('email', 'ada@example.org')).toBeNull();
  });

  it('takes its values again when they are free', async () => {
    const suspended = newOwner();
    await registerSuspended(suspended, async () => undefined);
    expect(await typesIn(suspended)).toEqual(['Registered']);
    expect(await claims().ownerOf('username', 'ada')).toBe(suspended.id);
    await suspend();
    expect(await claims().ownerOf('username', 'ada')).toBe(suspended.id);
  });
});

describe('an owner that is suspended between the last extension and the append', () => {
  const registerSuspended = (owner: ClaimOwner, meanwhile: () => Promise<unknown>) =>
    claims().withClaims(
      owner,
      [name, address],
      async (held) => {
        await held.extend();
        await suspend();
        await meanwhile();
        await append(owner, 'Registered', held.hmacs[1]);
      },
      () => append(owner, 'Withdrawn', undefined),
    );

  it('compensates, is refused and gives all its values back when another owner has taken one', async () => {
    const [suspended, other] = [newOwner(), newOwner()];
    const late = registerSuspended(suspended, () => register(other, [name]));
    await expect(late).rejects.toMatchObject({
      code: 'ALREADY_TAKEN',
      status: 409,
      errors: { username: ['The username is taken.'] },
    });
    expect(await typesIn(suspended)).toEqual(['Registered', 'Withdrawn']);
    expect(await claims().ownerOf('username', 'ada')).toBe(other.id);
    expect(await claims().ownerOf('email', 'ada@example.org')).toBeNull();
  });

  it('keeps its values when they are free', async () => {
    const suspended = newOwner();
    await registerSuspended(suspended, async () => undefined);
    expect(await typesIn(suspended)).toEqual(['Registered']);
    expect(await claims().ownerOf('username', 'ada')).toBe(suspended.id);
  });
});

describe('an owner that is suspended while it exchanges a value', () => {
  const next = claimOf('email', 'next@example.org');
  const change = (owner: ClaimOwner, work: (held: HeldClaims) => Promise<void>) =>
    claims().replaceClaim(owner, next, work, () =>
      append(owner, 'Undone', claims().hmac('email', address.value).toString('hex')),
    );
  let owner: ClaimOwner;
  let other: ClaimOwner;
  beforeEach(async () => {
    [owner, other] = [newOwner(), newOwner()];
    await register(owner, [name, address]);
  });
  const overtake = async () => {
    await suspend();
    await register(other, [claimOf('username', 'grace'), next]);
  };
  const owners = () => Promise.all([address, next].map(({ value }) => claims().ownerOf('email', value)));

  it('is refused before the append when another owner has taken the new value', async () => {
    const late = change(owner, async (held) => {
      await overtake();
      await held.extend();
      await append(owner, 'Changed', held.hmacs[0]);
    });
    await expect(late).rejects.toMatchObject({ code: 'ALREADY_TAKEN' });
    expect(await typesIn(owner)).toEqual(['Registered']);
    expect(await owners()).toEqual([owner.id, other.id]);
  });

  it('compensates after the append, and keeps the former value', async () => {
    const late = change(owner, async (held) => {
      await held.extend();
      await overtake();
      await append(owner, 'Changed', held.hmacs[0]);
    });
    await expect(late).rejects.toMatchObject({ code: 'ALREADY_TAKEN' });
    expect(await typesIn(owner)).toEqual(['Registered', 'Changed', 'Undone']);
    await suspend();
    expect(await owners()).toEqual([owner.id, other.id]);
  });
});

it('does not sweep claims that are extended while it reads the stream', async () => {
  const owner = newOwner();
  const sweeping = new InMemoryEventStore();
  await claims().withClaims(
    owner,
    [name],
    async (held) => {
      sweeping.readStream = async (...part) => {
        await held.extend();
        return store.readStream(...part);
      };
      await pool.query("update plain.claims set expires_at = expires_at - interval '11 minutes'");
      await claims(sweeping).sweep();
      expect(await claims().ownerOf('username', 'ada')).toBe(owner.id);
      await append(owner, 'Registered', undefined);
    },
    never,
  );
  expect(await claims().ownerOf('username', 'ada')).toBe(owner.id);
});
