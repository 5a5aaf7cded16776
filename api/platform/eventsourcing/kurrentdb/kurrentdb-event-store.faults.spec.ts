import { describeEventStore } from '../testing/event-store.conformance.js';
import { openTestLog, type TestLog } from '../testing/test-log.js';
import type { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { openOwnedStore } from './testing/owned-kurrentdb.js';

let log: TestLog;
let one: KurrentDbEventStore;
let other: KurrentDbEventStore;

/** The server of the test run, or a double. */
const url = process.env['KURRENTDB_URL'] || 'double';

beforeAll(async () => {
  log = await openTestLog(url);
  const open = () => openOwnedStore(log.kurrentDb!);
  [one, other] = await Promise.all([open(), open()]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  log.close();
});

const where = url === 'double' ? 'a double, not a server' : 'the server of KURRENTDB_URL';
describeEventStore(`KurrentDbEventStore on ${where}`, () => ({ one, other }), 2_000);
