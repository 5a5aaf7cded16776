import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openPool } from '../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { DomainError } from '../domain-error.js';
import type { ClaimOwner } from './claim-table.js';
import { type Claim, type ClaimedWork, Claims } from './claims.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { sampleEvent } from './testing/sample-events.js';

const SECRET = 'an hmac key of the tests, long enough for the setting';

let database: TestDatabase;
let pool: Pool;
const store = new InMemoryEventStore();
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const claims = (...secrets: string[]) => new Claims(pool, store, secrets.length > 0 ? secrets : [SECRET]);
/** A compensation that must not happen. */
const never = () => Promise.reject(new Error('compensated'));
const withClaims = <T>(owner: ClaimOwner, wanted: readonly Claim[], work: ClaimedWork<T>, compensate = never) =>
  claims().withClaims(owner, wanted, work, compensate);
const replaceClaim = <T>(owner: ClaimOwner, claim: Claim, work: ClaimedWork<T>, compensate = never) =>
  claims().replaceClaim(owner, claim, work, compensate);
/** Lets all pending claims become older. */
const pass = (minutes: number) =>
  pool.query('update plain.claims set expires_at = expires_at - make_interval(mins => $1)', [minutes]);
const newOwner = () => {
  const id = randomUUID();
  return { id, stream: `user-${id}` };
};
const username = (value: string): Claim => ({
  kind: 'username',
  value,
  field: 'UserName',
  message: 'Username is already taken.',
});
const email = (value: string): Claim => ({
  kind: 'email',
  value,
  field: 'Email',
  message: 'Email is already registered.',
});
const refusal = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) return error;
  throw new Error('Expected a refusal');
};

it('accepts exactly one of 20 concurrent reservations', async () => {
  const owners = Array.from({ length: 20 }, newOwner);
  const results = await Promise.allSettled(owners.map((owner) => claims().reserve(owner, [username('ada')])));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(19);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'ALREADY_TAKEN' });
  const winner = owners[results.findIndex((result) => result.status === 'fulfilled')];
  expect(await claims().ownerOf('username', 'ada')).toBe(winner?.id);
});

it('treats spellings that differ in case and surrounding spaces as one value', async () => {
  await claims().reserve(newOwner(), [username('Grace')]);
  const error = await refusal(claims().reserve(newOwner(), [username(' gRACE ')]));
  expect(error.errors).toEqual({ UserName: ['Username is already taken.'] });
});

it('reserves all values or none, and names every field that is taken', async () => {
  await claims().reserve(newOwner(), [username('first'), email('first@example.org')]);
  const second = await refusal(claims().reserve(newOwner(), [username('second'), email('first@example.org')]));
  expect(second.errors).toEqual({ Email: ['Email is already registered.'] });
  expect(await claims().ownerOf('username', 'second')).toBeNull();
  const both = await refusal(claims().reserve(newOwner(), [username('first'), email('first@example.org')]));
  expect(Object.keys(both.errors ?? {})).toEqual(['Email', 'UserName']);
});

it('accepts a repeated reservation of the same owner, also after confirmation', async () => {
  const owner = newOwner();
  await claims().reserve(owner, [username('again')]);
  await claims().reserve(owner, [username('again')]);
  await claims().confirm(owner.id);
  await claims().reserve(owner, [username('again')]);
});

it('releases pending values but never confirmed ones', async () => {
  const owner = newOwner();
  await claims().reserve(owner, [username('released')]);
  await claims().release(owner.id);
  expect(await claims().ownerOf('username', 'released')).toBeNull();
  await claims().reserve(owner, [username('kept')]);
  await claims().confirm(owner.id);
  await claims().release(owner.id);
  expect(await claims().ownerOf('username', 'kept')).toBe(owner.id);
});

describe('withClaims', () => {
  const no = new DomainError('FORBIDDEN', 'No.', 403);
  const registeredAs = (name: string, address: string) => {
    const [usernameHmac, emailHmac] = [claims().hmac('username', name), claims().hmac('email', address)];
    return {
      ...sampleEvent(),
      data: { usernameHmac: usernameHmac.toString('hex'), emailHmac: emailHmac.toString('hex') },
    };
  };

  it('releases the values when a rule rejects the request, and keeps them when the outcome is unknown', async () => {
    const owner = newOwner();
    await expect(withClaims(owner, [username('no.1')], () => Promise.reject(no))).rejects.toBe(no);
    expect(await claims().ownerOf('username', 'no.1')).toBeNull();
    const lost = new Error('connection lost');
    await expect(withClaims(owner, [username('no.1')], () => Promise.reject(lost))).rejects.toBe(lost);
    expect(await claims().ownerOf('username', 'no.1')).toBe(owner.id);
  });

  it('keeps the values in the owner’s recorded events after a rejection, and releases the others', async () => {
    const owner = newOwner();
    const refused = withClaims(owner, [username('same.owner'), email('free@example.org')], async () => {
      await store.appendToStream(owner.stream, 'no-stream', [registeredAs('same.owner', 'kept@example.org')]);
      throw no;
    });
    await expect(refused).rejects.toBe(no);
    expect(await claims().ownerOf('username', 'same.owner')).toBe(owner.id);
    expect(await claims().ownerOf('email', 'free@example.org')).toBeNull();
    expect(await claims().ownerOf('email', 'kept@example.org')).toBe(owner.id);
  });

  it('claims its values even when a concurrent request of the owner has released them', async () => {
    const owner = newOwner();
    await withClaims(owner, [username('crossed')], async () => {
      await expect(withClaims(owner, [username('crossed')], () => Promise.reject(no))).rejects.toBe(no);
      await store.appendToStream(owner.stream, 'no-stream', [registeredAs('crossed', 'crossed@example.org')]);
    });
    expect(await claims().ownerOf('username', 'crossed')).toBe(owner.id);
  });

  it('confirms no value that a concurrent request of the owner has reserved', async () => {
    const owner = newOwner();
    await withClaims(owner, [email('first.of@example.org')], () =>
      claims().reserve(owner, [email('second.of@example.org')]),
    );
    await claims().release(owner.id);
    expect(await claims().ownerOf('email', 'second.of@example.org')).toBeNull();
  });
});

it('sweeps after 10 minutes: removes values of owners with an empty stream, and confirms the others', async () => {
  const [lost, registered] = [newOwner(), newOwner()];
  await claims().reserve(lost, [username('lost')]);
  await claims().reserve(registered, [username('registered')]);
  await store.appendToStream(registered.stream, 'no-stream', [sampleEvent()]);
  await pass(9);
  await claims().sweep();
  expect(await claims().ownerOf('username', 'lost')).toBe(lost.id);
  await pass(2);
  await claims().sweep();
  expect(await claims().ownerOf('username', 'lost')).toBeNull();
  await pass(60);
  await claims().sweep();
  expect(await claims().ownerOf('username', 'registered')).toBe(registered.id);
});

it('keeps values when the work succeeds or its outcome is unknown, and releases them when a rule rejects it', async () => {
  const [done, unseen, refused] = [newOwner(), newOwner(), newOwner()];
  const hmacs = await withClaims(done, [username('done')], async (held) => held.hmacs);
  expect(hmacs).toEqual([claims().hmac('username', 'DONE').toString('hex')]);
  const lost = withClaims(unseen, [username('unseen')], () => Promise.reject(new Error('connection lost')));
  await expect(lost).rejects.toThrow('connection lost');
  const rule = new DomainError('OTHER_ORGANIZATION', 'No.', 403);
  await expect(withClaims(refused, [username('refused')], () => Promise.reject(rule))).rejects.toBe(rule);
  const owners = ['done', 'unseen', 'refused'].map((name) => claims().ownerOf('username', name));
  expect(await Promise.all(owners)).toEqual([done.id, unseen.id, null]);
});

it('gives an expired reservation to the next owner without waiting for a sweep', async () => {
  await claims().reserve(newOwner(), [username('deserted')]);
  await pass(11);
  const next = newOwner();
  await claims().reserve(next, [username('deserted')]);
  expect(await claims().ownerOf('username', 'deserted')).toBe(next.id);
});

describe('replaceClaim', () => {
  const changed = (address: string) => sampleEvent({ emailHmac: claims().hmac('email', address).toString('hex') });
  const owners = (...addresses: string[]) =>
    Promise.all(addresses.map((address) => claims().ownerOf('email', `${address}@example.org`)));
  const at = (name: string) => `${name}@example.org`;
  let owner: ReturnType<typeof newOwner>;
  let version: number;
  /** Replaces the value. Appends the change unless `append` is false, then throws `failure` if it is set. */
  const change = (to: string, { append = true, failure }: { append?: boolean; failure?: Error } = {}) =>
    replaceClaim(owner, email(at(to)), async () => {
      if (append) version = (await store.appendToStream(owner.stream, version, [changed(at(to))])).version;
      if (failure) throw failure;
    });

  beforeEach(async () => {
    owner = newOwner();
    await withClaims(owner, [email(at('old'))], async () => {
      version = (await store.appendToStream(owner.stream, 'no-stream', [changed(at('old'))])).version;
    });
  });
  afterEach(() => pool.query('delete from plain.claims'));

  it('claims the new value and releases the old one', async () => {
    await change('new');
    expect(await owners('old', 'new')).toEqual([null, owner.id]);
    await change('old');
    expect(await owners('old', 'new')).toEqual([owner.id, null]);
    await pass(60);
    await claims().sweep();
    expect(await owners('old', 'new')).toEqual([owner.id, null]);
  });

  it('keeps the old value when another owner has the new one, or a rule rejects the change', async () => {
    const other = newOwner();
    await claims().reserve(other, [email(at('new'))]);
    expect((await refusal(change('new'))).errors).toEqual({ Email: ['Email is already registered.'] });
    const rule = new DomainError('OTHER_ORGANIZATION', 'No.', 403);
    await expect(change('refused', { append: false, failure: rule })).rejects.toBe(rule);
    await expect(change('old', { append: false, failure: rule })).rejects.toBe(rule);
    expect(await owners('old', 'new', 'refused')).toEqual([owner.id, other.id, null]);
  });

  it('keeps both values after a lost connection until the sweep reads the stream', async () => {
    const crash = new Error('connection lost');
    await expect(change('lost', { append: false, failure: crash })).rejects.toBe(crash);
    expect(await owners('old', 'lost')).toEqual([owner.id, owner.id]);
    await pass(11);
    await claims().sweep();
    expect(await owners('old', 'lost')).toEqual([owner.id, null]);
    await expect(change('recorded', { failure: crash })).rejects.toBe(crash);
    await pass(11);
    await claims().sweep();
    expect(await owners('old', 'recorded')).toEqual([null, owner.id]);
  });

  it('keeps the old value reserved until the requested time, so that the owner can restore it', async () => {
    const held = (to: string, failure?: Error) =>
      replaceClaim(owner, email(at(to)), async () => {
        await claims().reserveUntil(owner.id, 'email', at('old'), new Date(Date.now() + 3_600_000));
        if (failure) throw failure;
        version = (await store.appendToStream(owner.stream, version, [changed(at(to))])).version;
      });
    const rule = new DomainError('OTHER_ORGANIZATION', 'No.', 403);
    await expect(held('refused', rule)).rejects.toBe(rule);
    await pass(61);
    await claims().sweep();
    expect(await owners('old', 'refused')).toEqual([owner.id, null]);

    await held('new');
    await claims().sweep();
    expect(await owners('old', 'new')).toEqual([owner.id, owner.id]);
    expect((await refusal(claims().reserve(newOwner(), [email(at('old'))]))).code).toBe('ALREADY_TAKEN');
    await change('old');
    await pass(61);
    await claims().sweep();
    expect(await owners('old', 'new')).toEqual([owner.id, null]);

    await held('newer');
    await pass(61);
    await claims().reserve(newOwner(), [email(at('old'))]);
    expect(await owners('newer')).toEqual([owner.id]);
  });

  it('ends with the value in the stream when it is replaced and restored concurrently', async () => {
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const there = replaceClaim(owner, email(at('new')), async () => {
      version = (await store.appendToStream(owner.stream, version, [changed(at('new'))])).version;
    });
    const back = replaceClaim(owner, email(at('old')), async () => {
      await gate;
      version = (await store.appendToStream(owner.stream, version, [changed(at('old'))])).version;
    });
    await there;
    release();
    await back;
    expect(await owners('old', 'new')).toEqual([owner.id, null]);
  });
});

it('stores no readable value', async () => {
  await claims().reserve(newOwner(), [username('unreadable')]);
  const { rows } = await pool.query('select claims::text as row from plain.claims');
  expect(JSON.stringify(rows)).not.toContain('unreadable');
});
