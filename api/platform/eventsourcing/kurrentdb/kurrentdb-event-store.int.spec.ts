import { WakeUps } from '../../database/wake-ups.js';
import { describeEventStore } from '../testing/event-store.conformance.js';
import { openKurrentDb } from './kurrentdb-client.js';
import { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { KurrentDbDouble } from './testing/kurrentdb-double.js';

let double: KurrentDbDouble;
let one: KurrentDbEventStore;
let other: KurrentDbEventStore;

const open = async (url: string): Promise<KurrentDbEventStore> =>
  new KurrentDbEventStore(await openKurrentDb({ url, streamPrefix: '' }), new WakeUps());

beforeAll(async () => {
  double = await KurrentDbDouble.start();
  [one, other] = await Promise.all([open(double.url), open(double.url)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  double.close();
});

describeEventStore('KurrentDbEventStore', () => ({ one, other }), 5_000);
