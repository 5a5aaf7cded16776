import { withClient } from '../../database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { LEADER_LEASE, Lease } from '../projecting/lease.js';
import { makeRestore, storeRestore } from '../sealing/accepted-restore.js';
import { newestSeal, runSealer } from '../sealing/sealer.js';
import { type ChainVerdict, verifyChain } from '../sealing/verify-chain.js';
import type { LogPosition } from '../message.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { sampleEvent } from '../testing/sample-events.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { KurrentDbDigests } from './kurrentdb-digests.js';
import { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { KurrentDbDouble } from './testing/kurrentdb-double.js';
import { openOwned } from './testing/owned-kurrentdb.js';
import type { DoubleRecord } from './testing/kurrentdb-double-log.js';

const KEY = 'the key of the tests';
let database: TestDatabase;
let node: PostgresNode;
let leaderEpoch: bigint;
let double: KurrentDbDouble;
let store: KurrentDbEventStore;
const opened: KurrentDb[] = [];
/** Where accepted restores end the epochs of positions. */
let epochsEndAt: readonly LogPosition[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
  leaderEpoch = (await new Lease(node.pool, LEADER_LEASE, 'the tests').acquire())!;
});
afterAll(async () => {
  await node.close();
  await database.drop();
});

/** Creates a log with two seals: of events 1 to 3, and of 4 to 7. */
beforeEach(async () => {
  epochsEndAt = [];
  double = await KurrentDbDouble.start();
  store = new KurrentDbEventStore(await open(), new WakeUps());
  await append(['a', 'b', 'c']);
  await sealUntil(3);
  await append(['d', 'e', 'f', 'g']);
  await sealUntil(7);
});
afterEach(async () => {
  await store.close();
  await Promise.all(opened.splice(0).map(({ client }) => client.dispose()));
  double.close();
});

async function open(): Promise<KurrentDb> {
  const kurrentDb = await openOwned({ url: double.url, streamPrefix: '' });
  kurrentDb.epochs.endAt(epochsEndAt);
  opened.push(kurrentDb);
  return kurrentDb;
}

async function append(names: readonly string[]): Promise<void> {
  for (const name of names) await store.appendToStream(`sample-${name}`, 'no-stream', [sampleEvent()]);
}

/** Returns digests without cached state, as in another process. */
const digests = async (): Promise<KurrentDbDigests> => new KurrentDbDigests(await open());

async function sealUntil(total: number): Promise<void> {
  const enough = new AbortController();
  let failure: unknown;
  await runSealer(
    {
      pool: node.pool,
      digests: await digests(),
      key: KEY,
      onSealed: (seal) => seal.total >= total && enough.abort(),
      onError: (error) => {
        failure = error;
        enough.abort();
      },
      sealAfterMs: 0,
    },
    leaderEpoch,
    enough.signal,
  );
  expect(failure).toBeUndefined();
}

const verify = async (): Promise<ChainVerdict> => verifyChain(node.pool, await digests(), [KEY]);
const recordOf = (name: string): DoubleRecord => double.log.stream(`sample-${name}`)![0]!;

it('finds no fault in an unchanged log', async () => {
  await append(['h']);
  expect(await verify()).toMatchObject({ seals: 2, sealedEvents: 7, unsealedEvents: 1, fault: null });
});

describe('after a change in the files of KurrentDB, the verification names', () => {
  it.each<[string, (event: DoubleRecord) => Partial<DoubleRecord>]>([
    ['data', () => ({ data: Buffer.from('{"score": 1000}') })],
    ['metadata', ({ metadata }) => ({ metadata: Buffer.from(`${Buffer.from(metadata).toString('utf8')} `) })],
    ['type', () => ({ type: 'Renamed' })],
    ['time', ({ created }) => ({ created: new Date(created.getTime() + 1) })],
    ['version', () => ({ revision: 1 })],
    ['stream', () => ({ stream: 'sample-x' })],
  ])('an event with changed %s', async (_, change) => {
    const { id } = recordOf('e');
    double.log.tamper(id, change);
    const { seals, fault } = await verify();
    expect(seals).toBe(1);
    expect(fault).toMatch(/^Seal 2 \(.* to .*\): event number 5 was changed: /);
    expect(fault).toContain(`event ${id} (sample-`);
  });

  it('a deleted event', async () => {
    const [{ id }, { id: before }] = [recordOf('e'), recordOf('d')];
    double.log.tamper(id, () => null);
    expect((await verify()).fault).toContain(
      `: event number 5 is missing: event ${id}, which was after event ${before} `,
    );
  });

  it('the newest event after a truncation', async () => {
    const { id } = recordOf('g');
    double.log.tamper(id, () => null);
    expect((await verify()).fault).toContain(`: event number 7 is missing: event ${id}, `);
  });

  it('an event that replaces another', async () => {
    const id = crypto.randomUUID();
    double.log.tamper(recordOf('e').id, () => ({ id }));
    expect((await verify()).fault).toContain(`: event number 5 was added after the seal: event ${id} (sample-e`);
  });
});

it.each<[string, (event: DoubleRecord) => Partial<DoubleRecord> | null]>([
  ['edited', ({ created }) => ({ created: new Date(created.getTime() - 1_000) })],
  ['deleted', () => null],
])('reports the former chain after a new one was begun because the first event was %s', async (_, change) => {
  const { id } = recordOf('a');
  double.log.tamper(id, change);
  const { seals, unsealedEvents } = await verify();
  expect(seals).toBe(0);
  await sealUntil(unsealedEvents);
  const { fault, formerLogs } = await verify();
  expect(fault).toBeNull();
  const former = { name: expect.stringContaining(`kurrentdb ${id} `), seals: 2, sealedEvents: 7 };
  expect(formerLogs).toContainEqual(expect.objectContaining(former));
});

describe('after an accepted restore to an older state, which cut the second seal,', () => {
  /** Lets KurrentDB lose events 6 and 7, accepts that, and seals two new ones. */
  async function restoreAndContinue(key = KEY): Promise<void> {
    const { records } = double.log.backUp();
    const end = recordOf('f').position;
    double.log.restore({ records: records.filter(({ position }) => position < end), end });
    const [[last], log] = await Promise.all([store.readStream('sample-e'), (await digests()).name()]);
    const seal = (await newestSeal(node.pool, log))!;
    const { rows } = await node.pool.query<{ restores: number }>(
      'select count(*)::integer as restores from log.accepted_restores',
    );
    const loss = {
      position: last!.position,
      id: recordOf('e').id,
      recordedAt: new Date(last!.recordedAt),
      kept: 5,
      lost: 2,
    };
    const times = { lostUntil: new Date(), acceptedAt: new Date() };
    await storeRestore(
      node.pool,
      makeRestore(key, seal, { number: rows[0]!.restores + 1, log: log!, ...loss, ...times }),
    );
    epochsEndAt = [last!.position];
    await append(['h', 'i']);
    await sealUntil(7);
  }

  it('the chain continues, and the lost events are accepted', async () => {
    await restoreAndContinue();
    const verdict = await verify();
    expect(verdict).toMatchObject({ seals: 3, sealedEvents: 7, unsealedEvents: 0, fault: null });
    expect(verdict.restores).toMatchObject([{ kept: 5, lost: 2, afterSeal: 2 }]);
  });

  it.each([
    ['changed', 'e', 5, { type: 'Renamed' }, 'was changed'],
    ['deleted', 'd', 4, null, 'is missing'],
    ['deleted at the end', 'e', 5, null, 'is missing'],
  ])('an event that was kept and then %s is found', async (_, name, number, change, found) => {
    await restoreAndContinue();
    double.log.tamper(recordOf(name).id, () => change);
    expect((await verify()).fault).toMatch(new RegExp(`^Seal 2 .*: event number ${number} ${found}`));
  });

  it('a record with another signature is found', async () => {
    await restoreAndContinue('another key');
    expect((await verify()).fault).toMatch(/^The record of the restore on 20\S+ is not signed with any AUDIT_KEY/);
  });

  it('a deleted record is found', async () => {
    await restoreAndContinue();
    await withClient(database.superuserUrl, async (client) => {
      await client.query(`set session_replication_role = replica; delete from log.accepted_restores
                          where number = (select max(number) from log.accepted_restores)`);
    });
    expect((await verify()).fault).toMatch(/^Seal 2 .*: event number 6 is /);
  });
});
