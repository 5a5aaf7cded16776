import { until } from '../../../testing/until.js';
import { LOG_START, type LogPosition } from '../message.js';
import { newStream, sampleEvent, sampleEvents } from '../testing/sample-events.js';
import { LogUnavailable } from './log-unavailable.js';
import { useDouble } from './testing/owned-kurrentdb.js';

/** More events than a poll may read, and than a page passes within its deadline on a slow server. */
const FOREIGN = 5_000;

const doubled = useDouble();
const open = () => doubled.open('own:');

/** Appends events of another application. */
function appendForeign(count: number): void {
  const foreign = {
    type: 'Foreign',
    contentType: 'application/json',
    data: Buffer.from('{}'),
    metadata: Buffer.from(''),
  };
  for (let nth = 0; nth < count; nth += 1)
    doubled.double.log.append('other-1', 'any', [{ ...foreign, id: crypto.randomUUID() }]);
}

/** Returns how many records the double looks at for the reads of `work`. */
async function scannedBy(work: () => Promise<unknown>): Promise<number> {
  const before = doubled.double.log.scanned;
  await work();
  return doubled.double.log.scanned - before;
}

it('are not read again by every poll and every request for the head', async () => {
  const store = await open();
  const { position } = await store.appendToStream(newStream(), 'no-stream', sampleEvents(2));
  const subscription = store.readAll(LOG_START);
  expect(await subscription.next(10)).toHaveLength(2);
  appendForeign(FOREIGN);
  await until(async () => (await scannedBy(() => subscription.next(10))) < 200);
  expect(await scannedBy(async () => expect(await store.head()).toEqual(position))).toBeLessThan(200);
  appendForeign(FOREIGN);
  await until(async () => (await scannedBy(() => subscription.next(10))) < 200);
  const { position: later } = await store.appendToStream(newStream(), 'no-stream', [sampleEvent()]);
  expect((await subscription.next(10)).map((event) => event.position)).toEqual([later]);
  expect(await store.head()).toEqual(later);
});

describe('on a server that needs longer than a deadline to search them', () => {
  let first: LogPosition;
  let last: LogPosition;
  beforeEach(async () => {
    const store = await open();
    ({ position: first } = await store.appendToStream(newStream(), 'no-stream', [sampleEvent()]));
    appendForeign(FOREIGN);
    ({ position: last } = await store.appendToStream(newStream(), 'no-stream', [sampleEvent()]));
    appendForeign(FOREIGN);
    doubled.double.log.scanMsPerRecord = 4;
  });

  it('are passed by a reader of the log', async () => {
    const subscription = (await open()).readAll(first);
    expect((await subscription.next(1)).map(({ position }) => position)).toEqual([last]);
    expect(await subscription.next(10)).toEqual([]);
  });

  it('delay only the first answer about the head of the log', async () => {
    doubled.double.log.scanMsPerRecord = 1;
    const store = await open();
    await expect(store.head()).rejects.toBeInstanceOf(LogUnavailable);
    await until(() =>
      store.head().then(
        (head) => head.transactionId === last.transactionId,
        () => false,
      ),
    );
    expect(await scannedBy(() => store.head())).toBeLessThan(200);
  });
});
