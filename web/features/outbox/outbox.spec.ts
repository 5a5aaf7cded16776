import { ApiError } from '../../shared/api-client/api-error.js';
import type { SubmitScoreResponse } from '../../../api/contracts/score.contract.js';
import type { QueuedResult, ResultChange } from './queued-result.js';
import { MAX_KEPT, ResultOutbox } from './outbox.js';
import type { ResultStorage } from './result-storage.js';

const MARA = 'user-mara';
const IVAN = 'user-ivan';
const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
const result = (n: number) => ({ attemptId: idOf(n), totalScore: n });
const away = () => Promise.reject(new ApiError(0, 'Error completing request. Is the server down?'));

function memory(): ResultStorage & { rows: Map<string, QueuedResult> } {
  const rows = new Map<string, QueuedResult>();
  const keyOf = ({ userId, attemptId }: QueuedResult) => `${userId} ${attemptId}`;
  return {
    rows,
    of: (userId) => Promise.resolve([...rows.values()].filter((row) => row.userId === userId)),
    put: (row) => Promise.resolve(void rows.set(keyOf(row), row)),
    remove: (row) => Promise.resolve(void rows.delete(keyOf(row))),
  };
}

/** Test browser: its signed-in user, storage, stubbed responses and received messages. */
function browser(storage = memory()) {
  const there: {
    user: string | null;
    offsetMs: number | null;
    answer: (kept: QueuedResult) => Promise<unknown>;
    scored: Pick<SubmitScoreResponse, 'quiz'>;
  } = {
    user: MARA,
    offsetMs: null,
    answer: () => Promise.resolve(),
    scored: {},
  };
  const sent: string[] = [];
  const news: ResultChange[] = [];
  const load = () => {
    const outbox = new ResultOutbox({
      storage,
      currentUser: () => there.user,
      serverOffsetMs: () => there.offsetMs,
      send: async (kept) => {
        await there.answer(kept);
        sent.push(`${kept.userId} ${kept.attemptId}`);
        return { attemptId: kept.attemptId, version: 0, level: 'Reported', ...there.scored };
      },
    });
    outbox.onState((state) => news.push(state));
    return outbox;
  };
  return { there, sent, news, storage, load };
}

describe('the outbox', () => {
  afterEach(() => jest.useRealTimers());

  it('reports a result as waiting only after it is stored, and counts a repeated submission once', async () => {
    const { there, storage, news, load } = browser();
    there.answer = away;
    const put = storage.put.bind(storage);
    let write = (): void => undefined;
    storage.put = (row) => new Promise<void>((resolve) => (write = resolve)).then(() => put(row));
    const outbox = load();
    await outbox.open(MARA);
    const first = outbox.add(result(1));
    await Promise.resolve();
    expect([outbox.read().waiting, news]).toEqual([0, []]);
    write();
    await first;
    storage.put = put;
    await outbox.add(result(1));
    expect(outbox.read().waiting).toBe(1);
    outbox.close();
  });

  it('stores a result before sending it, and removes it only after it was accepted', async () => {
    const { there, storage, news, load } = browser();
    let kept = 0;
    there.answer = () => {
      kept = storage.rows.size;
      return Promise.resolve();
    };
    const outbox = load();
    await outbox.add(result(1));
    expect([kept, storage.rows.size]).toEqual([1, 0]);
    expect(news.map(({ state }) => state)).toEqual(['waiting', 'sent']);
    expect(outbox.read()).toEqual({ waiting: 0, refused: [], allSent: true });
  });

  it('passes on the score of a quiz when the platform has it, also after an outage', async () => {
    const { there, news, load } = browser();
    there.answer = away;
    const outbox = load();
    await outbox.add(result(1));
    const quiz = { questionsScore: 3, maxQuestionsScore: 4, passed: true, questions: [] };
    Object.assign(there, { answer: () => Promise.resolve(), scored: { quiz } });
    await outbox.sendNow();
    expect(news).toEqual([
      { attemptId: idOf(1), state: 'waiting' },
      { attemptId: idOf(1), state: 'sent', quiz },
    ]);
  });

  it('sends the stored results of an earlier page, after a reload, a sign-out or a lost network', async () => {
    const { there, sent, storage, load } = browser();
    there.answer = away;
    const before = load();
    await before.add(result(1));
    await before.add(result(2));
    expect([before.read().waiting, storage.rows.size]).toEqual([2, 2]);
    before.close();

    there.answer = () => Promise.resolve();
    const after = load();
    await after.open(MARA);
    expect(sent).toEqual([`${MARA} ${idOf(1)}`, `${MARA} ${idOf(2)}`]);
    expect([after.read().waiting, storage.rows.size]).toEqual([0, 0]);
  });

  it("never sends a user's results as another user or while signed out", async () => {
    const { there, sent, storage, load } = browser();
    there.answer = away;
    const outbox = load();
    await outbox.add(result(1));
    there.user = null;
    there.answer = () => Promise.resolve();
    await outbox.sendNow();
    there.user = IVAN;
    await outbox.sendNow();
    await outbox.open(IVAN);
    await outbox.add(result(2));
    expect(sent).toEqual([`${IVAN} ${idOf(2)}`]);
    expect([...storage.rows.values()].map(({ userId }) => userId)).toEqual([MARA]);
    there.user = MARA;
    await outbox.open(MARA);
    expect(sent).toEqual([`${IVAN} ${idOf(2)}`, `${MARA} ${idOf(1)}`]);
  });

  it('waits when the server reports another signed-in user', async () => {
    const { there, storage, load } = browser();
    there.answer = () => Promise.reject(new ApiError(403, 'Other player', {}, 'OTHER_PLAYER'));
    const outbox = load();
    await outbox.add(result(1));
    expect([outbox.read().waiting, storage.rows.size]).toEqual([1, 1]);
    outbox.close();
  });

  it.each([400, 403, 409, 413, 422])(
    'keeps a result rejected with %s, with the reason, until it is dismissed',
    async (status) => {
      const { there, news, storage, load } = browser();
      there.answer = () => Promise.reject(new ApiError(status, 'The class is not active.'));
      const outbox = load();
      await outbox.add(result(1));
      expect(news.at(-1)).toEqual({ attemptId: idOf(1), state: 'refused', message: 'The class is not active.' });
      const again = load();
      await again.open(MARA);
      expect(again.read()).toMatchObject({ waiting: 0, refused: [{ refusal: 'The class is not active.' }] });
      await again.dismiss(idOf(1));
      expect([again.read().refused, storage.rows.size]).toEqual([[], 0]);
    },
  );

  it('sends a rejected result once more on request', async () => {
    const { there, sent, load } = browser();
    there.answer = () => Promise.reject(new ApiError(403, 'You are not on the roster.'));
    const outbox = load();
    await outbox.add(result(1));
    there.answer = () => Promise.resolve();
    await outbox.tryAgain(idOf(1));
    expect([sent.length, outbox.read().refused]).toEqual([1, []]);
  });

  it.each([408, 429, 500, 503])('retries after %s, and sends the other results in the meantime', async (status) => {
    jest.useFakeTimers();
    const { there, sent, load } = browser();
    let busy = true;
    there.answer = ({ attemptId }) =>
      busy && attemptId === idOf(1) ? Promise.reject(new ApiError(status, 'Busy')) : Promise.resolve();
    const outbox = load();
    await outbox.add(result(1));
    await outbox.add(result(2));
    expect(sent).toEqual([`${MARA} ${idOf(2)}`]);
    busy = false;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(sent).toEqual([`${MARA} ${idOf(2)}`, `${MARA} ${idOf(1)}`]);
  });

  it.each(['ticket', 'flight', 'answers'])(
    'retries when a node of the version before does not know %s',
    async (field) => {
      const { there, storage, load } = browser();
      const messages = { [field]: ['Is not a known field.'] };
      there.answer = () => Promise.reject(new ApiError(400, 'Invalid input', messages, 'VALIDATION_FAILED'));
      const outbox = load();
      await outbox.add(result(1));
      expect(outbox.read()).toMatchObject({ waiting: 1, refused: [] });
      there.answer = () => Promise.resolve();
      await outbox.sendNow();
      expect(storage.rows.size).toBe(0);
      outbox.close();
    },
  );

  it('sends nothing until the wait requested by the server has passed', async () => {
    jest.useFakeTimers();
    const { there, load } = browser();
    let tries = 0;
    there.answer = () => {
      tries += 1;
      return Promise.reject(new ApiError(429, 'Too many results.', {}, 'TOO_MANY_REQUESTS', 90_000));
    };
    const outbox = load();
    await outbox.add(result(1));
    await outbox.add(result(2));
    const before = tries;
    await jest.advanceTimersByTimeAsync(89_000);
    expect(tries).toBe(before);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(tries).toBe(before + 1);
    outbox.close();
  });

  it('retries less and less often, at least once a minute, and immediately on request', async () => {
    jest.useFakeTimers();
    const { there, load } = browser();
    let tries = 0;
    there.answer = () => {
      tries += 1;
      return away();
    };
    const outbox = load();
    await outbox.add(result(1));
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(32);
    const before = tries;
    await outbox.sendNow();
    expect(tries).toBe(before + 1);
    outbox.close();
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(tries).toBe(before + 1);
  });

  it('stores the same result once, and ignores malformed and oversized ones', async () => {
    const { there, news, storage, load } = browser();
    there.answer = away;
    const outbox = load();
    await outbox.add(result(1));
    await outbox.add(result(1));
    for (const nothing of [null, 'text', {}, { attemptId: 7 }, { attemptId: idOf(2), padding: 'x'.repeat(300_000) }]) {
      await outbox.add(nothing);
    }
    expect([storage.rows.size, outbox.read().waiting, news.length]).toEqual([1, 1, 2]);
    outbox.close();
  });

  const times = { startedAt: '2026-11-23T09:00:00.000Z', completedAt: '2026-11-23T09:05:00+00:00' };

  it("corrects the times of a result once, by the server's clock, and retries with the same bytes", async () => {
    const { there, storage, load } = browser();
    const bodies: string[] = [];
    there.answer = ({ body }) => {
      bodies.push(JSON.stringify(body));
      return away();
    };
    there.offsetMs = -180_000;
    const outbox = load();
    await outbox.add({ ...result(1), ...times });
    there.offsetMs = 60_000;
    await outbox.sendNow();
    outbox.close();
    const reloaded = load();
    await reloaded.open(MARA);
    reloaded.close();
    const corrected = { startedAt: '2026-11-23T08:57:00.000Z', completedAt: '2026-11-23T09:02:00.000Z' };
    expect(new Set(bodies)).toEqual(new Set([JSON.stringify({ ...result(1), ...corrected })]));
    expect(bodies).toHaveLength(3);
    expect([...storage.rows.values()][0]?.body).toEqual({ ...result(1), ...corrected });
  });

  it.each([null, 0, 999, -999])('does not change the times when the clock is off by %s ms', async (offsetMs) => {
    const { there, storage, load } = browser();
    there.answer = away;
    there.offsetMs = offsetMs;
    const outbox = load();
    await outbox.add({ ...result(1), ...times });
    outbox.close();
    expect([...storage.rows.values()][0]?.body).toEqual({ ...result(1), ...times });
  });

  it('rejects a result over the limit, and reports it', async () => {
    const { there, news, storage, load } = browser();
    there.answer = away;
    for (let n = 0; n < MAX_KEPT; n += 1) {
      await storage.put({ userId: MARA, attemptId: idOf(n), body: {}, keptAt: n, refusal: null });
    }
    const outbox = load();
    await outbox.open(MARA);
    await outbox.add(result(MAX_KEPT));
    expect(news.at(-1)).toMatchObject({ state: 'refused', message: expect.stringContaining('could not be saved') });
    expect(storage.rows.size).toBe(MAX_KEPT);
    outbox.close();
  });

  it('sends results in a browser without storage', async () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => {});
    const storage = memory();
    storage.put = () => Promise.reject(new Error('quota'));
    const { sent, load } = browser(storage);
    await load().add(result(1));
    expect(sent).toHaveLength(1);
    expect(complaint).toHaveBeenCalled();
    complaint.mockRestore();
  });
});
