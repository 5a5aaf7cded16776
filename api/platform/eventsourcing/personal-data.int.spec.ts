import { randomUUID } from 'node:crypto';
import pg, { type Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { eraseKey } from './erased-subjects.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { LOG_START, type RecordedEvent } from './message.js';
import { type PersonalDataRegistry, PersonalDataVault, Undecryptable } from './personal-data.js';
import { EncryptingEventStore } from './encrypting-event-store.js';
import { SubjectKeys } from './personal-data-keys.js';
import { sampleEvent, sampleMetadata } from './testing/sample-events.js';

const REGISTRY: PersonalDataRegistry = {
  PersonMet: { subject: 'userId', fields: ['name', 'email'] },
  PersonNoted: { subject: 'userId', fields: [] },
  PersonErased: { subject: 'userId', fields: [], erases: true },
};
const MASTER = 'a master key of the tests, long enough for the setting';

let database: TestDatabase;
let pool: Pool;
let queries: number;
beforeAll(async () => {
  database = await createTestDatabase();
  // Without the time limit of requests: 20 concurrent appends may wait longer for a connection.
  pool = new pg.Pool({ connectionString: database.appUrl });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const counted = (): Pick<Pool, 'query'> => {
  queries = 0;
  const query = (text: string, values: unknown[]) => {
    queries += 1;
    return pool.query(text, values);
  };
  return { query } as unknown as Pick<Pool, 'query'>;
};
const newVault = (...masters: string[]) =>
  new PersonalDataVault(new SubjectKeys(counted(), masters.length > 0 ? masters : [MASTER]), REGISTRY);
const person = { userId: randomUUID(), name: 'Ada', email: null, role: 'User' };
const met = (data = person) => ({
  ...sampleEvent(data, 'PersonMet'),
  metadata: sampleMetadata({ actorId: data.userId, address: '203.0.113.9' }),
});

function newStores() {
  const raw = new InMemoryEventStore();
  return { raw, encryptingStore: (vault = newVault()) => new EncryptingEventStore(raw, vault) };
}

it('encrypts declared fields and the address in the log, and decrypts them when read', async () => {
  const { raw, encryptingStore } = newStores();
  const event = met();
  await encryptingStore().appendToStream('person-1', 'no-stream', [event]);
  const stored = JSON.stringify(await raw.readStream('person-1'), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(stored).not.toMatch(/Ada|203\.0\.113\.9|"email"/);
  expect(stored).toContain('"role":"User"');
  const [decrypted] = await encryptingStore(newVault()).readStream('person-1');
  expect(decrypted).toMatchObject({ data: person, metadata: { address: '203.0.113.9' } });
  const [followed] = await encryptingStore(newVault()).readAll(LOG_START).next(10);
  expect(followed).toEqual(decrypted);
});

it('stores an event without optional personal fields unchanged, and creates no key for it', async () => {
  const { raw, encryptingStore } = newStores();
  const data = { userId: randomUUID(), role: 'User' };
  await encryptingStore().appendToStream('person-optional', 'no-stream', [sampleEvent(data, 'PersonMet')]);
  expect(queries).toBe(0);
  expect((await raw.readStream('person-optional')).map((event) => event.data)).toEqual([data]);
  expect((await encryptingStore().readStream('person-optional')).map((event) => event.data)).toEqual([data]);
});

it('returns a fixed placeholder once the key is deleted', async () => {
  const { encryptingStore } = newStores();
  const erased = { ...person, userId: randomUUID() };
  await encryptingStore().appendToStream('person-2', 'no-stream', [met(erased)]);
  await pool.query('delete from plain.subject_keys where subject_id = $1', [erased.userId]);
  const [decrypted] = await encryptingStore(newVault()).readStream('person-2');
  expect(decrypted).toMatchObject({
    data: { userId: erased.userId, name: '[erased]', email: '[erased]', role: 'User' },
    metadata: { address: null },
  });
});

it('encrypts the address of an anonymous request with the key of the event’s subject, and removes it without one', async () => {
  const { raw, encryptingStore } = newStores();
  const metadata = sampleMetadata({ actorId: 'anonymous', address: '203.0.113.9' });
  const about = { ...met({ ...person, userId: randomUUID() }), metadata };
  const noted = { ...sampleEvent({ userId: randomUUID() }, 'PersonNoted'), metadata };
  const aboutNoPerson = { ...sampleEvent(), metadata };
  await encryptingStore().appendToStream('person-5', 'no-stream', [about, noted, aboutNoPerson]);
  expect(JSON.stringify((await raw.readStream('person-5')).map((event) => event.metadata))).not.toContain(
    '203.0.113.9',
  );
  const parts = [{ stream: 'person-5', from: 0, to: 2 }];
  const decrypted = await encryptingStore(newVault()).readParts(parts);
  expect(decrypted.map((event) => event.metadata.address)).toEqual(['203.0.113.9', '203.0.113.9', null]);
  expect(decrypted[1]!.data).toEqual(noted.data);
  await pool.query('delete from plain.subject_keys');
  const erased = await encryptingStore(newVault()).readParts(parts);
  expect(erased.map((event) => event.metadata.address)).toEqual([null, null, null]);
});

it('creates no second key for an erased person, so that earlier events still read as erased', async () => {
  const { raw, encryptingStore } = newStores();
  const erased = { ...person, userId: randomUUID() };
  await encryptingStore().appendToStream('person-6', 'no-stream', [met(erased)]);
  await eraseKey(pool, erased.userId);
  await encryptingStore().appendToStream('person-6', 0, [met(erased)]);
  const placeholders = {
    data: { userId: erased.userId, name: '[erased]', email: '[erased]' },
    metadata: { address: null },
  };
  expect(await encryptingStore().readStream('person-6')).toMatchObject([placeholders, placeholders]);
  expect((await raw.readStream('person-6'))[1]).toMatchObject(placeholders);
  const { rowCount } = await pool.query('select from plain.subject_keys where subject_id = $1', [erased.userId]);
  expect(rowCount).toBe(0);
});

describe('after an erasure on another node, while the key is cached', () => {
  async function erasedElsewhere() {
    const { raw, encryptingStore } = newStores();
    const keys = new SubjectKeys(counted(), [MASTER]);
    const store = encryptingStore(new PersonalDataVault(keys, REGISTRY));
    const erased = { ...person, userId: randomUUID() };
    await store.appendToStream('person-11', 'no-stream', [met(erased)]);
    const log = store.readAll(LOG_START);
    const first = await log.next(1);
    await eraseKey(pool, erased.userId);
    await raw.appendToStream('person-11', 0, [sampleEvent({ userId: erased.userId }, 'PersonErased')]);
    await store.appendToStream('person-11', 1, [met(erased)]);
    const namesIn = (events: readonly RecordedEvent[]) => events.map(({ data }) => (data as typeof person).name);
    return { raw, store, keys, erased, namesIn, log, first };
  }

  it('returns placeholders for events after the erasure to readers of the log, without more statements', async () => {
    const { store, namesIn, log, first } = await erasedElsewhere();
    expect(namesIn(first)).toEqual(['Ada']);
    const before = queries;
    const events = [...(await log.next(1)), ...(await log.next(1))];
    expect(queries - before).toBe(1);
    expect(namesIn(events)).toEqual([undefined, '[erased]']);
    expect(events.map(({ metadata }) => metadata.address)).toEqual([null, null]);
    // Readers of a stream get no cached key either.
    expect(namesIn(await store.readStream('person-11'))).toEqual(['[erased]', undefined, '[erased]']);
  });

  it('returns placeholders to a reader that begins after the erasure', async () => {
    const { store, namesIn, first } = await erasedElsewhere();
    expect(namesIn(await store.readAll(first[0]!.position).next(10))).toEqual([undefined, '[erased]']);
    expect(namesIn(await store.readAll(LOG_START).next(10))).toEqual(['[erased]', undefined, '[erased]']);
  });

  it('records nothing readable, and placeholders once the key is dropped', async () => {
    const { raw, store, keys, erased, namesIn } = await erasedElsewhere();
    const otherNode = new EncryptingEventStore(raw, newVault());
    expect(namesIn(await otherNode.readStream('person-11'))).toEqual(['[erased]', undefined, '[erased]']);
    keys.forget([erased.userId]);
    await store.appendToStream('person-11', 2, [met(erased)]);
    expect(namesIn(await raw.readStream('person-11'))).toEqual([undefined, undefined, undefined, '[erased]']);
  });
});

it.each<[string, (keys: SubjectKeys, id: string) => void]>([
  ['forget', (keys, id) => keys.forget([id])],
  ['forgetAll', (keys) => keys.forgetAll()],
])('caches no key that a running load read before %s', async (_, forget) => {
  const erased = { ...person, userId: randomUUID() };
  await newVault().encrypt([met(erased)]);
  const query = async (text: string, values: unknown[]) => {
    const result = await pool.query(text, values);
    await eraseKey(pool, erased.userId);
    forget(keys, erased.userId);
    return result;
  };
  const keys = new SubjectKeys({ query } as unknown as Pick<Pool, 'query'>, [MASTER]);
  const isLoaded = async () => (await keys.load([erased.userId])).get(erased.userId) !== null;
  expect([await isLoaded(), await isLoaded()]).toEqual([true, false]);
});

it('returns placeholders for data that a second key of an erased person cannot decrypt', async () => {
  const { encryptingStore } = newStores();
  const erased = { ...person, userId: randomUUID() };
  await encryptingStore().appendToStream('person-7', 'no-stream', [met(erased)]);
  await pool.query('delete from plain.subject_keys where subject_id = $1', [erased.userId]);
  await encryptingStore().appendToStream('person-7', 0, [met(erased)]);
  await pool.query('insert into plain.erased_subjects (subject_id) values ($1)', [erased.userId]);
  const decrypted = await encryptingStore().readStream('person-7');
  expect(decrypted.map((event) => (event.data as typeof person).name)).toEqual(['[erased]', '[erased]']);
  expect(decrypted.map((event) => event.metadata.address)).toEqual([null, null]);
});

it('returns placeholders for data of a lost key after a living person has received a new key', async () => {
  const { encryptingStore } = newStores();
  const living = { ...person, userId: randomUUID() };
  await encryptingStore().appendToStream('person-8', 'no-stream', [met(living)]);
  await pool.query('delete from plain.subject_keys where subject_id = $1', [living.userId]);
  await encryptingStore().appendToStream('person-8', 0, [met(living)]);
  const decrypted = await encryptingStore().readStream('person-8');
  expect(decrypted.map((event) => (event.data as typeof person).name)).toEqual(['[erased]', 'Ada']);
  expect(decrypted.map((event) => event.metadata.address)).toEqual([null, '203.0.113.9']);
});

it('refuses to read a ciphertext that was moved to another event, and with a wrong master key', async () => {
  const { raw, encryptingStore } = newStores();
  const subject = { ...person, userId: randomUUID() };
  await encryptingStore().appendToStream('person-3', 'no-stream', [met(subject)]);
  const [stored] = await raw.readStream('person-3');
  const recordedNow = { ...stored!, recordedAt: new Date().toISOString() };
  const [moved] = await newVault().decrypt([{ ...recordedNow, eventId: randomUUID() }]);
  expect(() => (moved!.data as typeof person).name).toThrow(Undecryptable);
  expect(() => (moved!.data as typeof person).email).toThrow(Undecryptable);
  expect(() => moved!.metadata.address).toThrow();
  await expect(newVault('another master key, also long enough for it').decrypt([stored!])).rejects.toThrow();
});

it('decrypts the rest of a batch, and the other fields of an event that cannot be decrypted', async () => {
  const { raw, encryptingStore } = newStores();
  const subject = { ...person, userId: randomUUID() };
  await encryptingStore().appendToStream('person-10', 'no-stream', [met(subject), met(subject), met(subject)]);
  const [whole, changed, nameless] = await raw.readStream('person-10');
  const recordedAt = new Date().toISOString();
  const decrypted = await newVault().decrypt([
    whole!,
    { ...changed!, recordedAt, data: { ...changed!.data, $sealed: 'AAAA' } },
    { ...nameless!, data: { ...nameless!.data, userId: null } },
  ]);
  expect(decrypted[0]!.data).toEqual(subject);
  expect(decrypted.map(({ data }) => (data as typeof person).role)).toEqual(['User', 'User', 'User']);
  for (const { data } of decrypted.slice(1)) expect(() => (data as typeof person).name).toThrow(Undecryptable);
});

it('re-wraps every key with the newest master key page by page, so that no older one is needed', async () => {
  const { encryptingStore } = newStores();
  const newer = 'a newer master key of the tests, long enough for it';
  const people = Array.from({ length: 5 }, () => met({ ...person, userId: randomUUID() }));
  await encryptingStore().appendToStream('person-9', 'no-stream', people);
  await expect(encryptingStore(newVault(newer)).readStream('person-9')).rejects.toThrow();
  const keys = new SubjectKeys(pool, [newer, MASTER]);
  let [last, rewrapped, pages]: [string | null, number, number] = [null, 0, 0];
  for (;;) {
    const page = await keys.rewrap(last, 2);
    // Vaults with both master keys can decrypt while the rotation runs.
    expect(await encryptingStore(newVault(newer, MASTER)).readStream('person-9')).toMatchObject([
      { data: { name: 'Ada' } },
      {},
      {},
      {},
      {},
    ]);
    if (page.last === null) break;
    [last, rewrapped, pages] = [page.last, rewrapped + page.rewrapped, pages + 1];
  }
  expect(rewrapped).toBeGreaterThanOrEqual(5);
  expect(pages).toBeGreaterThan(2);
  expect(await keys.rewrap(null, 1_000)).toMatchObject({ rewrapped: 0 });
  expect(await encryptingStore(newVault(newer)).readStream('person-9')).toMatchObject([
    { data: { name: 'Ada' } },
    {},
    {},
    {},
    {},
  ]);
  // Restores the master key that the following tests use.
  await new SubjectKeys(pool, [MASTER, newer]).rewrap(null, 1_000);
});

it('creates one key when many concurrent appends name a new person', async () => {
  const { raw, encryptingStore } = newStores();
  const subject = { ...person, userId: randomUUID() };
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => encryptingStore().appendToStream(`many-${n}`, 'no-stream', [met(subject)])),
  );
  const all = await raw.readAll(LOG_START).next(100);
  const decrypted = await newVault().decrypt(all);
  expect(decrypted.map((event) => (event.data as typeof person).name)).toEqual(Array(20).fill('Ada'));
});

it('loads the keys of a batch with one query, and none for events without personal data', async () => {
  const vault = newVault();
  const plain = sampleEvent({ any: 1 });
  expect(await vault.encrypt([plain])).toEqual([plain]);
  expect(queries).toBe(0);
  const people = Array.from({ length: 50 }, () => met({ ...person, userId: randomUUID() }));
  const encrypted = await vault.encrypt(people);
  const reader = newVault();
  await reader.decrypt(encrypted.map((event, version) => recorded(event, version)));
  expect(queries).toBe(1);
  await reader.encrypt(people);
  await reader.decrypt(encrypted.map((event, version) => recorded(event, version)));
  expect(queries).toBe(1);
});

it('rejects an event without its subject', async () => {
  await expect(newVault().encrypt([sampleEvent({ name: 'Ada' }, 'PersonMet')])).rejects.toThrow(/no subject/);
});

const recorded = (
  event: ReturnType<typeof met> | Awaited<ReturnType<PersonalDataVault['encrypt']>>[number],
  version: number,
) => ({
  ...event,
  stream: 'any',
  version,
  position: LOG_START,
  recordedAt: event.metadata.occurredAt,
});

it('never encrypts with a deleted key after the cached keys were cleared', async () => {
  const { raw, encryptingStore } = newStores();
  const subject = { ...person, userId: randomUUID() };
  const keys = new SubjectKeys(pool, [MASTER]);
  const vault = new PersonalDataVault(keys, REGISTRY);
  await encryptingStore(vault).appendToStream('lost', 'no-stream', [met(subject)]);
  await pool.query('delete from plain.subject_keys where subject_id = $1', [subject.userId]);
  keys.forgetAll();
  await encryptingStore(vault).appendToStream('kept', 'no-stream', [met(subject)]);
  const [decrypted] = await newVault().decrypt(await raw.readStream('kept'));
  expect(decrypted!.data).toMatchObject({ name: 'Ada' });
});
