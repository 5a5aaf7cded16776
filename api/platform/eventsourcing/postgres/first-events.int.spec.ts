import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { VersionConflict } from '../event-store.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';

let database: TestDatabase;
let node: PostgresNode;

beforeAll(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl, (text) => text.replace('on conflict do nothing', ''));
});
afterAll(async () => {
  await node.close();
  await database.drop();
});

it('recognizes a repeated first event, and another one, when PostgreSQL reports a unique violation', async () => {
  const stream = newStream();
  const event = sampleEvent({ index: 1 });
  const first = await node.store.appendToStream(stream, 'no-stream', [event]);
  expect(await node.store.appendToStream(stream, 'no-stream', [event])).toEqual({ ...first, repeated: true });
  const other = node.store.appendToStream(stream, 'no-stream', [sampleEvent({ index: 2 })]);
  await expect(other).rejects.toBeInstanceOf(VersionConflict);
});
