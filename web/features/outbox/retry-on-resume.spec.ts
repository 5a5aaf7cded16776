import { ApiError } from '../../shared/api-client/api-error.js';
import type { WatchOptions } from '../../shared/live-client/live-client.js';
import type { QueuedResult } from './queued-result.js';
import { ResultOutbox } from './outbox.js';
import { retryOnResume } from './retry-on-resume.js';

const MARA = 'user-mara';
const CLASS = '0198c0de-0000-7000-8000-0000000000c1';
const ATTEMPT = '0198c0de-0000-7000-8000-000000000001';
const OTHER_ATTEMPT = '0198c0de-0000-7000-8000-000000000002';
const inClass = (attemptId: string, sessionId: string | null = CLASS) => ({ attemptId, sessionId });
const notActive = () => new ApiError(409, 'The class is not active.', {}, 'CLASS_NOT_ACTIVE');

/** A browser in which the class has ended; reloading it keeps what is stored. */
function browser() {
  const rows = new Map<string, QueuedResult>();
  const watches: WatchOptions<unknown>[] = [];
  const state = { refusal: notActive() as ApiError | null };
  const sent: string[] = [];
  const load = async () => {
    const outbox = new ResultOutbox({
      storage: {
        of: () => Promise.resolve([...rows.values()]),
        put: (row) => Promise.resolve(void rows.set(row.attemptId, row)),
        remove: (row) => Promise.resolve(void rows.delete(row.attemptId)),
      },
      currentUser: () => MARA,
      serverOffsetMs: () => null,
      send: ({ attemptId }) => {
        sent.push(attemptId);
        const accepted = { attemptId, version: 0, level: 'Reported' } as const;
        return state.refusal ? Promise.reject(state.refusal) : Promise.resolve(accepted);
      },
    });
    watches.length = 0;
    const stop = retryOnResume(outbox, () => ({
      watch: (options) => {
        watches.push(options as WatchOptions<unknown>);
        return () => void watches.splice(watches.indexOf(options as WatchOptions<unknown>), 1);
      },
    }));
    await outbox.open(MARA);
    return { outbox, stop };
  };
  /** Publishes the state of the class over the live connection, and waits for the outbox. */
  const classIs = async (endDate: string | null) => {
    const value = { startDate: '2026-11-23T08:00:00Z', endDate };
    for (const { onUpdate } of watches) {
      onUpdate({ generation: 1, sequence: 1, full: true, rows: [{ key: 'snapshot', sequence: 1, value }] });
    }
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { rows, watches, state, sent, load, classIs };
}

const ENDED = '2026-11-23T09:00:00Z';

describe('a result refused because its class is not active', () => {
  it('is sent again automatically when the class is resumed', async () => {
    const { state, sent, rows, watches, load, classIs } = browser();
    const { outbox } = await load();
    await outbox.add(inClass(ATTEMPT));
    expect(watches.map(({ topic, id }) => [topic, id])).toEqual([['class', CLASS]]);
    await classIs(ENDED);
    expect([sent.length, outbox.read().refused.length]).toEqual([1, 1]);
    state.refusal = null;
    await classIs(null);
    expect([sent, rows.size, outbox.read().refused]).toEqual([[ATTEMPT, ATTEMPT], 0, []]);
  });

  it('is sent again after a reload when the class was resumed meanwhile', async () => {
    const { state, sent, rows, load, classIs } = browser();
    const before = await load();
    await before.outbox.add(inClass(ATTEMPT));
    before.stop();
    before.outbox.close();
    state.refusal = null;
    const after = await load();
    expect(after.outbox.read().refused).toHaveLength(1);
    await classIs(null);
    expect([sent.length, rows.size]).toEqual([2, 0]);
  });

  it('is tried once for each resumption when it is refused again', async () => {
    const { sent, load, classIs } = browser();
    const { outbox } = await load();
    await outbox.add(inClass(ATTEMPT));
    await classIs(null);
    await classIs(null);
    expect(sent).toHaveLength(2);
    await outbox.add(inClass(OTHER_ATTEMPT));
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toHaveLength(4);
    await classIs(ENDED);
    await classIs(null);
    expect(sent).toHaveLength(6);
  });

  it('is watched until the page is left', async () => {
    const { watches, load } = browser();
    const { outbox, stop } = await load();
    await outbox.add(inClass(ATTEMPT));
    stop();
    expect(watches).toEqual([]);
  });
});

it.each([
  ['for another reason', new ApiError(403, 'You are not on the roster.', {}, 'NOT_ON_ROSTER'), CLASS],
  ['outside any class', notActive(), null],
])('does not resend a result that was rejected %s', async (_, refusal, sessionId) => {
  const { state, watches, load } = browser();
  state.refusal = refusal;
  const { outbox } = await load();
  await outbox.add(inClass(ATTEMPT, sessionId));
  expect([outbox.read().refused.length, watches.length]).toEqual([1, 0]);
});
