import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { LEADER_LEASE, Lease } from '../projecting/lease.js';
import { runSealer } from '../sealing/sealer.js';
import { type ChainVerdict, verifyChain } from '../sealing/verify-chain.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { sampleEvent } from '../testing/sample-events.js';
import { type KurrentDb, openKurrentDb } from './kurrentdb-client.js';
import { KurrentDbDigests } from './kurrentdb-digests.js';
import { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { KurrentDbDouble } from './testing/kurrentdb-double.js';
import type { DoubleRecord } from './testing/kurrentdb-double-log.js';

const KEY = 'the key of the tests';
let database: TestDatabase;
let node: PostgresNode;
let leaderEpoch: bigint;
let double: KurrentDbDouble;
let store: KurrentDbEventStore;
const opened: KurrentDb[] = [];

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
  const kurrentDb = await openKurrentDb({ url: double.url, streamPrefix: '' });
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
