import type { LRUCache } from 'lru-cache';
import { lruCache } from './lru-cache.js';

/** Longest time for which a value is kept without a change. */
const LONGEST_KEPT_MS = 60_000;

/** A cached value. `undefined` is cached too: the key has no value. */
interface Entry<Value> {
  readonly value: Value | undefined;
  readonly loadedAt: number;
  /** The period of {@link KeptValues} in which the value may outlive its time to live. */
  readonly period: number | undefined;
}

interface Waiter<Value> {
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Keeps values for up to 60 s, because the owner of the cache removes the keys whose changes are published. Values are kept only within
 * a period in which this process receives every change. Outside of it, and for keys without a value, the time to live applies.
 */
export interface KeptValues<Value> {
  /** See `FollowedChanges`. */
  readonly changes: { readonly period: number | undefined; readonly sequence: number };
  /** Returns the sequence of the read models at which a value was read; undefined when not all of its changes are published. */
  readonly readAt: (value: Value) => number | undefined;
}

export interface BatchedCacheOptions<Value> {
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  readonly ttlMs: number;
  readonly maxSize: number;
  readonly kept?: KeptValues<Value>;
}

/**
 * Cache with a time to live. Loads all keys requested in one turn of the event loop with one call. Never loads a key twice
 * concurrently. 2,000 requests a second of 50 people cause a few dozen loads a second.
 */
export class BatchedCache<Value> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private batch = new Map<string, Waiter<Value>[]>();
  private readonly loading = new Map<string, Promise<Value | undefined>>();
  /** For each running load, the keys whose values are cached when it ends. */
  private readonly running = new Set<Set<string>>();

  constructor(private readonly options: BatchedCacheOptions<Value>) {
    this.entries = lruCache(options.maxSize);
  }

  /** Returns the value, or undefined when the key has no value. */
  get(key: string): Promise<Value | undefined> | Value | undefined {
    const entry = this.entries.get(key);
    if (entry && this.isFresh(entry)) return entry.value;
    const known = this.loading.get(key);
    if (known) return known;
    const loaded = new Promise<Value | undefined>((resolve, reject) => this.enqueue(key, { resolve, reject }));
    this.loading.set(key, loaded);
    return loaded;
  }

  /** Removes a key, so that the next `get` loads it again. A running load can still return the previous value. */
  forget(key: string): void {
    this.entries.delete(key);
    this.loading.delete(key);
    for (const keys of this.running) keys.delete(key);
  }

  /** Removes all keys, like {@link forget}. */
  forgetAll(): void {
    this.entries.clear();
    this.loading.clear();
    for (const keys of this.running) keys.clear();
  }

  private isFresh({ loadedAt, period }: Entry<Value>): boolean {
    const age = performance.now() - loadedAt;
    if (age <= this.options.ttlMs) return true;
    return age <= LONGEST_KEPT_MS && period !== undefined && period === this.options.kept?.changes.period;
  }

  private enqueue(key: string, waiter: Waiter<Value>): void {
    if (this.batch.size === 0) setImmediate(() => void this.loadBatch());
    this.batch.set(key, [...(this.batch.get(key) ?? []), waiter]);
  }

  private async loadBatch(): Promise<void> {
    const { batch } = this;
    this.batch = new Map();
    const promises = new Map([...batch.keys()].map((key) => [key, this.loading.get(key)]));
    const remaining = new Set(batch.keys());
    this.running.add(remaining);
    const periodOf = this.periodAtEnd();
    try {
      const values = await this.options.load([...batch.keys()]);
      const loadedAt = performance.now();
      for (const [key, waiters] of batch) {
        const value = values.get(key);
        // If the key was removed during the load, waiters receive the value, but it is not cached.
        if (remaining.has(key)) this.entries.set(key, { value, loadedAt, period: periodOf(value) });
        for (const waiter of waiters) waiter.resolve(value);
      }
    } catch (error) {
      for (const waiter of [...batch.values()].flat()) waiter.reject(error);
    } finally {
      this.running.delete(remaining);
      for (const [key, promise] of promises) if (this.loading.get(key) === promise) this.loading.delete(key);
    }
  }

  /**
   * Call it before a load. Returns the period in which a loaded value is kept. The value must not be older than the changes already
   * delivered, because a change between the two would never be delivered again.
   */
  private periodAtEnd(): (value: Value | undefined) => number | undefined {
    const { kept } = this.options;
    if (!kept) return () => undefined;
    const { period, sequence } = kept.changes;
    return (value) => (value !== undefined && (kept.readAt(value) ?? -1) >= sequence ? period : undefined);
  }
}
