import type { QueuedResult } from './queued-result.js';

/** Storage of results that are unsent or rejected. */
export interface ResultStorage {
  of(userId: string): Promise<QueuedResult[]>;
  put(result: QueuedResult): Promise<void>;
  remove(result: QueuedResult): Promise<void>;
}

const DATABASE = 'ready-room-outbox';
const RESULTS = 'results';
const BY_USER = 'by-user';

type Operation<T> = (results: IDBObjectStore) => Promise<T>;

/** Used in browsers without a database: results are sent, but do not survive a reload. */
const NO_STORAGE: ResultStorage = {
  of: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** Returns the storage in the browser's database. It survives a reload, a lost network and a sign-out. */
export function browserStorage(): ResultStorage {
  if (!('indexedDB' in window)) return NO_STORAGE;
  let opened: Promise<IDBDatabase> | null = null;
  const reset = (): void => void (opened = null);

  async function attempt<T>(mode: IDBTransactionMode, operation: Operation<T>): Promise<T> {
    opened ??= openDatabase(reset);
    try {
      // strict: reports completion only after the data is on the disk
      const transaction = (await opened).transaction(RESULTS, mode, { durability: 'strict' });
      return await operation(transaction.objectStore(RESULTS));
    } catch (error) {
      reset();
      throw error;
    }
  }

  /** Repeats a failed operation once with a new connection, because browsers also close connections that are in use. */
  const run = <T>(mode: IDBTransactionMode, operation: Operation<T>): Promise<T> =>
    attempt(mode, operation).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
      return attempt(mode, operation);
    });

  return {
    of: async (userId) => {
      const found = await run('readonly', (results) => done<QueuedResult[]>(results.index(BY_USER).getAll(userId)));
      return found.toSorted((a, b) => a.keptAt - b.keptAt);
    },
    put: (result) => run('readwrite', (results) => committed(results.put(result))),
    remove: ({ userId, attemptId }) => run('readwrite', (results) => committed(results.delete([userId, attemptId]))),
  };
}

async function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore(RESULTS, { keyPath: ['userId', 'attemptId'] });
    store.createIndex(BY_USER, 'userId');
  });
  const database = await done(request);
  database.addEventListener('close', onClose);
  return database;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser did not store the data.')));
  });

/** Resolves after the transaction is complete, because only then is the data stored. */
const committed = (request: IDBRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const { transaction } = request;
    transaction?.addEventListener('complete', () => resolve());
    transaction?.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser did not store the data.')),
    );
  });
