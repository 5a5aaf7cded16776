import type { LiveRow } from '../../../api/contracts/live.contract.js';

type Listener = () => void;

/** Runs a function before the next paint. */
export type Schedule = (run: () => void) => void;
const nextFrame: Schedule = (run) => void requestAnimationFrame(run);

/**
 * The rows of one open topic, outside React. Each cell subscribes to its own key, and only live changes write here. Values are current
 * immediately; listeners run at most once per animation frame. The `loaded` rows do not count as changes.
 */
export function createRowStore<T>(loaded: readonly LiveRow<T>[] = [], schedule: Schedule = nextFrame) {
  const rows = new Map(loaded.map((row) => [row.key, row]));
  const keyListeners = new Map<string, Set<Listener>>();
  const anyListeners = new Set<(keys: ReadonlySet<string>) => void>();
  let changed = new Set<string>();
  let changes = 0;

  function mark(key: string): void {
    changes += 1;
    if (changed.size === 0) schedule(notify);
    changed.add(key);
  }

  function notify(): void {
    const keys = changed;
    changed = new Set();
    for (const key of keys) for (const listener of keyListeners.get(key) ?? []) listener();
    for (const listener of anyListeners) listener(keys);
  }

  return {
    get: (key: string): LiveRow<T> | undefined => rows.get(key),
    entries: (): IterableIterator<[string, LiveRow<T>]> => rows.entries(),
    /** Number of row changes so far. */
    changes: (): number => changes,

    /** Applies rows that are newer than the stored ones. A removed row is remembered, so that an older row cannot restore it. */
    apply(incoming: readonly LiveRow<T>[]): void {
      for (const row of incoming) {
        const stored = rows.get(row.key);
        if (stored && stored.sequence >= row.sequence) continue;
        rows.set(row.key, row);
        mark(row.key);
      }
    },

    /** Replaces all rows by `incoming`, for example after a rebuild of the read model. */
    replace(incoming: readonly LiveRow<T>[]): void {
      for (const key of rows.keys()) mark(key);
      rows.clear();
      for (const row of incoming) {
        rows.set(row.key, row);
        mark(row.key);
      }
    },

    subscribe(key: string, listener: Listener): () => void {
      const listeners = keyListeners.get(key) ?? new Set();
      keyListeners.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && keyListeners.get(key) === listeners) keyListeners.delete(key);
      };
    },

    /** Subscribes to the changed keys of each frame. */
    subscribeAny(listener: (keys: ReadonlySet<string>) => void): () => void {
      anyListeners.add(listener);
      return () => anyListeners.delete(listener);
    },
  };
}
export type RowStore<T> = ReturnType<typeof createRowStore<T>>;
