import { jest } from '@jest/globals';
import { VersionConflict } from '../event-store.js';
import { InMemoryEventStore } from '../in-memory-event-store.js';
import { newStream, sampleEvents } from '../testing/sample-events.js';
import { LogUnavailable } from './log-unavailable.js';
import { RefusingInOutage } from './refusing-in-outage.js';

/** Fails appends with `failure`, and counts all of them. */
class Interrupted extends InMemoryEventStore {
  appends = 0;
  failure: Promise<Error> | undefined;

  override async appendToStream(...given: Parameters<InMemoryEventStore['appendToStream']>) {
    this.appends += 1;
    if (this.failure) throw await this.failure;
    return super.appendToStream(...given);
  }
}

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

const inner = (): Interrupted =>
  Object.assign(new Interrupted(), { failure: Promise.resolve(new LogUnavailable('away')) });
const append = (store: RefusingInOutage) => store.appendToStream(newStream(), 'no-stream', sampleEvents(1));

it('tries one append a second during an outage, and refuses the others immediately', async () => {
  const log = inner();
  const store = new RefusingInOutage(log);
  for (let nth = 0; nth < 5; nth += 1) await expect(append(store)).rejects.toThrow(LogUnavailable);
  expect(log.appends).toBe(1);
  jest.advanceTimersByTime(1_000);
  await Promise.allSettled([append(store), append(store), append(store)]);
  expect(log.appends).toBe(2);
});

it.each([
  ['succeeds', undefined],
  ['is a conflict', Promise.resolve(new VersionConflict('stream', 0))],
])('accepts all appends after one that %s', async (_, failure) => {
  const log = inner();
  const store = new RefusingInOutage(log);
  await expect(append(store)).rejects.toThrow(LogUnavailable);
  jest.advanceTimersByTime(1_000);
  log.failure = failure;
  await append(store).catch(() => undefined);
  log.failure = undefined;
  await expect(append(store)).resolves.toMatchObject({ version: 0 });
});

it('knows no outage when another append was answered meanwhile', async () => {
  const log = new Interrupted();
  const store = new RefusingInOutage(log);
  let fail!: (error: Error) => void;
  log.failure = new Promise((resolve) => (fail = resolve));
  const slow = append(store);
  log.failure = undefined;
  jest.advanceTimersByTime(10);
  await append(store);
  fail(new LogUnavailable('away'));
  await expect(slow).rejects.toThrow(LogUnavailable);
  await expect(append(store)).resolves.toMatchObject({ version: 0 });
});
