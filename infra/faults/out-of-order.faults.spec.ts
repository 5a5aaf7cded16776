import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../api/platform/database/testing/test-database.js';
import type { EventStore, LogSubscription } from '../../api/platform/eventsourcing/event-store.js';
import { comparePositions, type RecordedEvent } from '../../api/platform/eventsourcing/message.js';
import { openNode, type StatementMutant } from '../../api/platform/eventsourcing/testing/postgres-node.js';
import { sampleEvent } from '../../api/platform/eventsourcing/testing/sample-events.js';
import { type Figure, figure } from '../bench/figure.js';
import { fault } from './testing/fault.js';

const WRITERS = 16;
const SECONDS = 3;
/** Time for which a writer keeps its transaction open after it got its position in the log. */
const LONGEST_COMMIT_MS = 8;
const PATIENCE_MS = 10_000;

const APPEND = `insert into log.events (epoch, stream, version, event_id, type, data, metadata)
                values ((select max(epoch) from log.epochs), $1, $2, $3, 'Sampled', '{}', '{}')`;

/** A common but wrong way to read a table: every row with a higher number than the last one is new. */
const byNumberAlone: StatementMutant = (text) =>
  text
    .replace(
      /where \(e\.epoch[\s\S]*current_snapshot\(\)\)\)/,
      'where $1::integer >= 0 and $2::xid8 is not null and e.position > $3::bigint',
    )
    .replace('order by e.epoch, e.transaction_id, e.position', 'order by e.position');

interface Written {
  count: number;
  isOver: boolean;
  /** True when no transaction is open. */
  isComplete: boolean;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

fault('commits out of order: 16 writers that keep their transactions open, one reader', () => follow(), {
  name: 'the reader compares only positions',
  measure: () => follow(byNumberAlone),
});

async function follow(mutant?: StatementMutant): Promise<Figure[]> {
  const run = randomUUID();
  const node = await openNode(database.appUrl, mutant);
  const plain = await openNode(database.appUrl);
  try {
    const subscription = node.store.readAll(await plain.store.head());
    const written: Written = { count: 0, isOver: false, isComplete: false };
    const writing = Promise.all([
      ...Array.from({ length: WRITERS }, (_, nth) => writeSlowly(`${run}-${nth}`, written)),
      appendAtOnce(plain.store, run, written),
    ]);
    const seen: RecordedEvent[] = [];
    const reading = readUntilComplete(subscription, written, seen, mutant ? 500 : PATIENCE_MS);
    await pause(SECONDS * 1_000);
    written.isOver = true;
    await writing;
    written.isComplete = true;
    await reading;
    return figuresOf(seen, written.count);
  } finally {
    await Promise.all([node.close(), plain.close()]);
  }
}

async function readUntilComplete(
  subscription: LogSubscription,
  written: Written,
  seen: RecordedEvent[],
  patienceMs: number,
): Promise<void> {
  let givesUpAt = Infinity;
  while (!(written.isComplete && seen.length >= written.count) && performance.now() < givesUpAt) {
    const events = await subscription.next(1_000);
    // No other process writes here.
    seen.push(...events);
    if (written.isComplete) givesUpAt = Math.min(givesUpAt, performance.now() + patienceMs);
    if (events.length === 0) await pause(2);
  }
}

/** Writes one stream event by event, each in a transaction that commits with a delay. */
async function writeSlowly(stream: string, written: Written): Promise<void> {
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  for (let version = 0; !written.isOver; version += 1) {
    await client.query('begin');
    await client.query(APPEND, [stream, version, randomUUID()]);
    await pause(Math.random() * LONGEST_COMMIT_MS);
    await client.query('commit');
    written.count += 1;
  }
  await client.end();
}

/** Meanwhile the platform itself appends events, which commit immediately. */
async function appendAtOnce(store: EventStore, run: string, written: Written): Promise<void> {
  while (!written.isOver) {
    await store.appendToStream(`${run}-${randomUUID()}`, 'no-stream', [sampleEvent()]);
    written.count += 1;
  }
}

function figuresOf(seen: readonly RecordedEvent[], written: number): Figure[] {
  const ids = new Set(seen.map(({ eventId }) => eventId));
  const versions = new Map<string, number>();
  let inverted = 0;
  seen.forEach(({ stream, version, position }, nth) => {
    const before = seen[nth - 1];
    const isBefore = before !== undefined && comparePositions(before.position, position) >= 0;
    if (isBefore || version <= (versions.get(stream) ?? -1)) inverted += 1;
    versions.set(stream, version);
  });
  return [
    figure('events written', written, 'events'),
    figure('missed by the reader', written - ids.size, 'events', { atMost: 0 }),
    figure('received twice', seen.length - ids.size, 'events', { atMost: 0 }),
    figure('inverted', inverted, 'events', { atMost: 0 }),
  ];
}
