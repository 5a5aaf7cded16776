import { jest } from '@jest/globals';
import pg from 'pg';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { LogUnavailable } from './kurrentdb/log-unavailable.js';
import { MeasuredEventStore } from './measured-event-store.js';
import { sampleEvents } from './testing/sample-events.js';

const noSpace = Object.assign(new pg.DatabaseError('No space left on device', 0, 'error'), { code: '53100' });

/** Rejects the first append like a server with a full disk, or with another error. */
class FullOnce extends InMemoryEventStore {
  private isFull = true;

  constructor(private readonly error: Error) {
    super();
  }

  override async appendToStream(...given: Parameters<InMemoryEventStore['appendToStream']>) {
    if (!this.isFull) return super.appendToStream(...given);
    this.isFull = false;
    throw this.error;
  }
}

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

async function refused(error: Error = noSpace) {
  const metrics = new Metrics();
  const checks = new ReadinessChecks(metrics);
  const store = new MeasuredEventStore(new FullOnce(error), metrics, checks, null);
  const append = () => store.appendToStream('stream', 'no-stream', sampleEvents(1));
  await expect(append()).rejects.toBe(error);
  const writes = async () => (await checks.report()).checks['writes'];
  return { append, writes };
}

it.each([noSpace, new LogUnavailable('Server Is Not Ready')])(
  'reports writes that failed with "%s" until an append succeeds',
  async (error) => {
    const { append, writes } = await refused(error);
    expect(await writes()).toMatchObject({ status: 'degraded', detail: expect.stringContaining(error.message) });
    await append();
    expect(await writes()).toEqual({ status: 'up' });
  },
);

it('stops reporting refused writes a minute after the last append', async () => {
  const { writes } = await refused();
  jest.advanceTimersByTime(59_000);
  expect(await writes()).toMatchObject({ status: 'degraded' });
  jest.advanceTimersByTime(1_000);
  expect(await writes()).toEqual({ status: 'up' });
});
