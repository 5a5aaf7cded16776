import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { until } from '../../testing/until.js';
import { Hints } from './hints.js';
import { openPool } from './pool.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

let database: TestDatabase;
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  // Without the regular check, only announcements make the processes find each other.
  jest.spyOn(globalThis, 'setInterval').mockReturnValue(setTimeout(() => undefined));
  database = await createTestDatabase();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(ends.splice(0).map((end) => end()));
  await database.drop();
});

/** The hints of a process, and the channels of the NOTIFYs that it has sent. */
async function processListeningOn(...channels: string[]): Promise<{ hints: Hints; sent: string[] }> {
  const pool = openPool(database.appUrl, 1);
  const sent: string[] = [];
  const query = (_text: string, [channel]: [string]): Promise<unknown> => {
    sent.push(channel);
    return pool.query('select pg_notify($1, $2)', [channel, '']);
  };
  const hints = new Hints(database.appUrl, channels, { query } as unknown as pg.Pool);
  await hints.start();
  ends.push(async () => {
    await hints.close();
    await pool.end();
  });
  return { hints, sent };
}

/** Gives hints until the other process has received one. */
async function untilReceived(from: Hints, to: Hints, channel: string): Promise<void> {
  await until(async () => {
    from.give(channel);
    await delay(5);
    return to.count(channel) > 0;
  });
}

it('sends hints only on channels that another process listens on', async () => {
  const writer = await processListeningOn('rows');
  const reader = await processListeningOn('log');
  await untilReceived(writer.hints, reader.hints, 'log');
  await until(async () => {
    // Sent as long as the writer does not know which channels the reader listens on.
    const before = writer.sent.length;
    writer.hints.give('rows');
    await delay(150);
    return writer.sent.length === before;
  });
  expect(reader.hints.count('rows')).toBe(0);
});

it('sends no hint while it is the only process, and still wakes its own readers', async () => {
  const { hints, sent } = await processListeningOn('log');
  await until(async () => {
    const before = sent.length;
    const waiting = hints.wait('log', hints.count('log'), 10_000);
    hints.give('log');
    await waiting;
    await delay(150);
    return sent.length === before;
  });
});

it('immediately finds a process that starts later', async () => {
  const early = await processListeningOn('log');
  await until(async () => {
    const before = early.sent.length;
    early.hints.give('log');
    await delay(150);
    return early.sent.length === before;
  });
  const late = await processListeningOn('log');
  await untilReceived(early.hints, late.hints, 'log');
  expect(early.sent).toContain('log');
});

it('sends hints to a listener without a name, which an older build is', async () => {
  const { hints } = await processListeningOn('rows');
  const older = new pg.Client({ connectionString: database.appUrl });
  await older.connect();
  ends.push(() => older.end());
  let received = 0;
  older.on('notification', () => (received += 1));
  await older.query('listen log');
  // Any process that starts makes the others look for listeners.
  await processListeningOn('rows');
  await until(async () => {
    hints.give('log');
    await delay(5);
    return received > 0;
  });
});

it('spaces the hints of a busy process', async () => {
  const { hints, sent } = await processListeningOn('rows');
  await processListeningOn('log');
  const began = performance.now();
  while (performance.now() - began < 1_000) {
    hints.give('log');
    await delay(1);
  }
  // Five immediately, then ten per second.
  expect(sent.filter((channel) => channel === 'log').length).toBeLessThanOrEqual(5 + (performance.now() - began) / 100);
});
