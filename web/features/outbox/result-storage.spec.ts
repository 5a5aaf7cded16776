import type { QueuedResult } from './queued-result.js';
import { browserStorage } from './result-storage.js';

const result: QueuedResult = { userId: 'u1', attemptId: 'a1', body: {}, keptAt: 1, refusal: null };

/** A request or transaction that reports its outcome after the code that started it has run. */
function later(type: string, members: object = {}): object {
  const target = Object.assign(new EventTarget(), members);
  queueMicrotask(() => target.dispatchEvent(new Event(type)));
  return target;
}

/** A connection whose transactions complete, or fail with `error`, at once or later. */
function connection(error?: DOMException, isThrown = true) {
  const stored: unknown[] = [];
  const database = Object.assign(new EventTarget(), {
    transaction() {
      if (error && isThrown) throw error;
      const put = (row: unknown) => {
        if (!error) stored.push(row);
        return { transaction: error ? later('abort', { error }) : later('complete') };
      };
      return { objectStore: () => ({ put }) };
    },
  });
  return { database, stored };
}

/** Replaces the browser's database; jsdom has none. Returns how often it was opened. */
function openings(...connections: { database: EventTarget }[]): () => number {
  let count = 0;
  const open = () => later('success', { result: connections[count++]?.database });
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { open } });
  return () => count;
}

describe('the storage of results in the browser', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));

  it.each([
    ['is closed', 'InvalidStateError', true],
    ['is lost during the transaction', 'AbortError', false],
  ])('stores a result with a new connection when the connection %s', async (_, name, isThrown) => {
    const fresh = connection();
    openings(connection(new DOMException('Lost', name), isThrown), fresh);
    await browserStorage().put(result);
    expect(fresh.stored).toEqual([result]);
  });

  it('opens a new connection after the browser has closed the last one', async () => {
    const [first, second] = [connection(), connection()];
    const opened = openings(first, second);
    const storage = browserStorage();
    await storage.put(result);
    await storage.put(result);
    expect(opened()).toBe(1);
    first.database.dispatchEvent(new Event('close'));
    await storage.put(result);
    expect([first.stored.length, second.stored.length]).toEqual([2, 1]);
  });

  it('does not repeat an operation when the disk is full', async () => {
    const opened = openings(connection(new DOMException('Full', 'QuotaExceededError'), false), connection());
    await expect(browserStorage().put(result)).rejects.toThrow('Full');
    expect(opened()).toBe(1);
  });

  it('gives up after the second failure, and opens a new connection for the next result', async () => {
    const broken = () => connection(new DOMException('Lost', 'UnknownError'), false);
    const fresh = connection();
    openings(broken(), broken(), fresh);
    const storage = browserStorage();
    await expect(storage.put(result)).rejects.toThrow('Lost');
    await storage.put(result);
    expect(fresh.stored).toEqual([result]);
  });
});
