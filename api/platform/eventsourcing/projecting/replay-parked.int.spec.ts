import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { DomainError } from '../../domain-error.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { replayParked } from './replay-parked.js';

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

/** Replays one parked event, for which the reactor throws `error`. Returns what is left of the request after two tries. */
async function replayWith(error: Error): Promise<{ reason: string; isRequested: boolean } | undefined> {
  const stream = newStream();
  const event = sampleEvent({});
  await node.store.appendToStream(stream, 'no-stream', [event]);
  await node.pool.query(
    `insert into plain.dead_letters (reader, stream, version, event_id, sequence, reason, replay_requested_at)
     values ('reactor:sample', $1, 0, $2, 1, 'before', now())`,
    [stream, event.eventId],
  );
  const stopped = new AbortController();
  let tries = 0;
  const react = async (): Promise<void> => {
    tries += 1;
    throw error;
  };
  const left = async () => {
    const { rows } = await node.pool.query<{ reason: string; isRequested: boolean }>(
      'select reason, replay_requested_at is not null as "isRequested" from plain.dead_letters',
    );
    return rows[0];
  };
  const reactors = [{ name: 'sample', handles: ['Sampled'], react }];
  const { pool, store } = node;
  const running = replayParked(reactors, { pool, store, onError: () => undefined }, stopped.signal);
  await until(async () => tries === 2 || (tries > 0 && !(await left())?.isRequested));
  stopped.abort();
  await running;
  return left();
}

it.each([
  new DomainError('UNAVAILABLE', 'The rosters are being updated.', 503),
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
])('keeps a requested replay while the platform cannot process the event: %s', async (error) => {
  expect(await replayWith(error)).toEqual({ reason: 'before', isRequested: true });
});

it('parks the event again when it fails itself', async () => {
  expect(await replayWith(new Error('No such address'))).toEqual({ reason: 'No such address', isRequested: false });
});
