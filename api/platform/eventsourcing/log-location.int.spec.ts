import { withClient } from '../database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { KurrentDbDouble } from './kurrentdb/testing/kurrentdb-double.js';
import { openOwnedStore } from './kurrentdb/testing/owned-kurrentdb.js';
import { assertLogEngine, claimLogEngine, findLogEngine } from './log-location.js';
import { adoptCheckpoints } from './projecting/adopt-checkpoints.js';
import { openNode, type PostgresNode } from './testing/postgres-node.js';
import { sampleEvent } from './testing/sample-events.js';

let database: TestDatabase;
let node: PostgresNode;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

const append = () => node.store.appendToStream('sample-1', 'no-stream', [sampleEvent()]);
/** Stores the checkpoint of a projector. */
const storeCheckpoint = (position: string) =>
  node.pool.query(
    `insert into plain.checkpoints (reader, position, event_id, stream, version, sequence, leader_epoch)
     values ('projector', $1, gen_random_uuid(), 'sample-1', 0, 1, 1)`,
    [position],
  );

it.each(['postgres', 'kurrentdb'] as const)(
  'records %s at the first start, and refuses the other engine',
  async (engine) => {
    const other = engine === 'postgres' ? 'kurrentdb' : 'postgres';
    await expect(assertLogEngine(node.pool, other)).resolves.toBeUndefined();
    await claimLogEngine(node.pool, engine);
    await claimLogEngine(node.pool, engine);
    for (const refuse of [assertLogEngine, claimLogEngine])
      await expect(refuse(node.pool, other)).rejects.toThrow(
        engine === 'kurrentdb'
          ? /is in KurrentDB: set KURRENTDB_URL \(with Docker Compose, add docker-compose\.kurrentdb\.yml/
          : /is in PostgreSQL: unset KURRENTDB_URL \(with Docker Compose, remove docker-compose\.kurrentdb\.yml/,
      );
  },
);

it('accepts one of two concurrent first starts with different engines', async () => {
  const starts = await Promise.allSettled([
    claimLogEngine(node.pool, 'postgres'),
    claimLogEngine(node.pool, 'kurrentdb'),
  ]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('finds the log of a database that an older version without this record has used', async () => {
  expect(await findLogEngine(node.pool)).toBeUndefined();
  await append();
  expect(await findLogEngine(node.pool)).toBe('postgres');
  // The older events of a log that was moved to KurrentDB stay in PostgreSQL.
  await storeCheckpoint('1000000.4711.4711');
  expect(await findLogEngine(node.pool)).toBe('kurrentdb');
  await node.pool.query(`update plain.checkpoints set position = '1.4711.4711'`);
  expect(await findLogEngine(node.pool)).toBe('postgres');
});

it('finds the log of a database that is not migrated yet', async () => {
  await storeCheckpoint('1000000.4711.4711');
  await withClient(database.adminUrl, (client) => client.query('drop table plain.log_location'));
  expect(await findLogEngine(node.pool)).toBe('kurrentdb');
});

it('finds no log in a database without tables', async () => {
  await withClient(database.adminUrl, (client) => client.query('drop schema log, read, rebuild, jobs, plain cascade'));
  expect(await findLogEngine(node.pool)).toBeUndefined();
});

it('refuses an empty KurrentDB when the database has a checkpoint', async () => {
  const double = await KurrentDbDouble.start();
  const store = await openOwnedStore({ url: double.url, streamPrefix: '' });
  try {
    await adoptCheckpoints(node.pool, store, true);
    await storeCheckpoint('1000000.4711.4711');
    await expect(adoptCheckpoints(node.pool, store, true)).rejects.toThrow(
      /contains no event of this platform.* check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX, or restore a backup/,
    );
  } finally {
    await store.close();
    double.close();
  }
});
