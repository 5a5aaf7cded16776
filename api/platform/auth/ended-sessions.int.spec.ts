import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import { until } from '../../testing/until.js';
import { EpochWatch } from '../database/epoch-watch.js';
import { openPool } from '../database/pool.js';
import { withClient } from '../database/postgres-roles.js';
import { continueOnAnotherTimeline } from '../database/testing/another-timeline.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { FollowedChanges } from '../eventsourcing/projecting/followed-changes.js';
import { Actors } from './actors.js';
import { EndedSessions } from './ended-sessions.js';
import { type IssuedRefresh, RefreshFamilies } from './refresh-families.js';
import { TestClock, TestRights } from './testing/test-engine.js';

/** Longer than sessions are cached without notifications. */
const TTL_MS = 1_200;

let database: TestDatabase;
let pool: Pool;
let epochs: EpochWatch;
let ended: EndedSessions;
let actors: Actors;
/** Ends sessions as another node does. */
let elsewhere: RefreshFamilies;
let session: IssuedRefresh;
const clock = new TestClock();

beforeEach(async () => {
  database = await createTestDatabase();
  epochs = new EpochWatch();
  pool = openPool(database.appUrl, 3, (client) => epochs.admit(client));
  elsewhere = new RefreshFamilies(pool, clock);
  ended = new EndedSessions(pool, epochs);
  const rights = new TestRights();
  actors = new Actors(rights, elsewhere, new FollowedChanges(), ended, clock);
  const userId = randomUUID();
  rights.set({ userId });
  await pool.query(
    "insert into plain.credentials (user_id, password_hash, changed_at) values ($1, 'nothing fits', now())",
    [userId],
  );
  session = (await elsewhere.start(userId, { hash: 'nothing fits' }, { device: 'Test', address: null }))!;
  expect(await isIn()).toBe(true);
  await until(() => ended.period !== undefined);
  actors.forgetFamily(session.familyId);
  expect(await isIn()).toBe(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await ended.onModuleDestroy();
  await pool.end();
  await database.drop();
});

const isIn = async (): Promise<boolean> => (await actors.resolve(session)) !== null;

/** Counts the reads of sessions. With `gate`, each returns its rows only when the gate resolves. */
function readsOfSessions(gate?: Promise<void>): () => number {
  const alive = elsewhere.alive.bind(elsewhere);
  const spy = jest.spyOn(elsewhere, 'alive').mockImplementation(async (ids) => {
    const families = await alive(ids);
    await gate;
    return families;
  });
  return () => spy.mock.calls.length;
}

it('keeps a session without reading it again, until another node ends it', async () => {
  const reads = readsOfSessions();
  // On a busy machine, a pause can end the period.
  await until(async () => {
    const before = reads();
    for (const began = performance.now(); performance.now() - began < TTL_MS; await nextTurn()) await isIn();
    return reads() === before;
  });
  await elsewhere.end(session.familyId, 'signed-out');
  await until(async () => !(await isIn()));
});

it('notices an end whose transaction commits long after it began', async () => {
  const heard = new Set<string>();
  jest.spyOn(actors, 'forgetFamily').mockImplementation((familyId) => heard.add(familyId));
  await withClient(database.appUrl, async (client) => {
    await client.query('begin');
    await elsewhere.endEach(session.userId, 'ended', client);
    const reads = jest.spyOn(pool, 'query');
    // A later transaction commits, and the node reads past it.
    await pool.query('select pg_current_xact_id()');
    await until(() => reads.mock.calls.length > 4);
    expect([...heard]).toEqual([]);
    await client.query('commit');
  });
  await until(() => heard.has(session.familyId));
});

it('does not keep a session that was read just before it ended', async () => {
  let open!: () => void;
  const reads = readsOfSessions(new Promise((resolve) => (open = resolve)));
  const forgotten = jest.spyOn(actors, 'forgetFamily');
  actors.forgetFamily(session.familyId);
  const early = isIn();
  await until(() => reads() === 1);
  await elsewhere.end(session.familyId, 'signed-out');
  await until(() => forgotten.mock.calls.length > 1);
  open();
  expect(await early).toBe(true);
  expect(await isIn()).toBe(false);
});

it('refuses a kept session that has expired', async () => {
  expect(await isIn()).toBe(true);
  clock.advance(8 * 24 * 3_600);
  expect(await isIn()).toBe(false);
});

it('keeps no session over the beginning of a new epoch', async () => {
  const period = ended.period;
  const atChange: unknown[] = [];
  epochs.onChange(() => atChange.push(ended.period));
  await continueOnAnotherTimeline(database.adminUrl);
  await expect(withClient(database.appUrl, (client) => epochs.admit(client))).rejects.toThrow('another epoch');
  expect(atChange).toEqual([undefined]);
  await until(() => ended.period !== undefined);
  expect(ended.period).not.toBe(period);
  await elsewhere.end(session.familyId, 'signed-out');
  await until(async () => !(await isIn()));
});

const nextTurn = (): Promise<void> => new Promise(setImmediate);
