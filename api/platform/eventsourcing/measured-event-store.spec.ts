import { jest } from '@jest/globals';
import pg from 'pg';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { MeasuredEventStore } from './measured-event-store.js';
import { sampleEvents } from './testing/sample-events.js';

/** Rejects the first append like a server with a full disk. */
class FullOnce extends InMemoryEventStore {
  private isFull = true;

  override async appendToStream(...given: Parameters<InMemoryEventStore['appendToStream']>) {
    if (!this.isFull) return super.appendToStream(...given);
    this.isFull = false;
    throw Object.assign(new pg.DatabaseError('No space left on device', 0, 'error'), { code: '53100' });
  }
}

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

async function refused() {
  const metrics = new Metrics();
  const checks = new ReadinessChecks(metrics);
  const store = new MeasuredEventStore(new FullOnce(), metrics, checks, null);
  const append = () => store.appendToStream('stream', 'no-stream', sampleEvents(1));
  await expect(append()).rejects.toThrow('No space left');
  const writes = async () => (await checks.report()).checks['writes'];
  return { append, writes };
}

it('reports refused writes until an append succeeds', async () => {
  const { append, writes } = await refused();
  expect(await writes()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('No space left') });
  await append();
  expect(await writes()).toEqual({ status: 'up' });
});

it('stops reporting refused writes a minute after the last append', async () => {
  const { writes } = await refused();
  jest.advanceTimersByTime(59_000);
  expect(await writes()).toMatchObject({ status: 'degraded' });
  jest.advanceTimersByTime(1_000);
  expect(await writes()).toEqual({ status: 'up' });
});
