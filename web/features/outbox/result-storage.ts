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
  const results = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= openDatabase();
    try {
      // strict: reports completion only after the data is on the disk
      return (await opened).transaction(RESULTS, mode, { durability: 'strict' }).objectStore(RESULTS);
    } catch (error) {
      opened = null; // the database was closed or failed to open, so the next call opens it again
      throw error;
    }
  };
  return {
    of: async (userId) => {
      const store = await results('readonly');
      const found = (await done(store.index(BY_USER).getAll(userId))) as QueuedResult[];
      return found.toSorted((a, b) => a.keptAt - b.keptAt);
    },
    put: async (result) => committed((await results('readwrite')).put(result)),
    remove: async ({ userId, attemptId }) => committed((await results('readwrite')).delete([userId, attemptId])),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore(RESULTS, { keyPath: ['userId', 'attemptId'] });
    store.createIndex(BY_USER, 'userId');
  });
  return done(request);
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
