import { LRUCache } from 'lru-cache';

/** A cached value. `undefined` is cached too: the key has no value. */
interface Entry<Value> {
  readonly value: Value | undefined;
}

interface Waiter<Value> {
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

export interface BatchedCacheOptions<Value> {
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  readonly ttlMs: number;
  readonly maxSize: number;
}

/**
 * Cache with a time to live. Loads all keys requested in one turn of the event loop with one call. Never loads a key twice
 * concurrently. 2,000 requests a second of 50 people cause a few dozen loads a second.
 */
export class BatchedCache<Value> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private batch = new Map<string, Waiter<Value>[]>();
  private readonly loading = new Map<string, Promise<Value | undefined>>();

  constructor(private readonly options: BatchedCacheOptions<Value>) {
    this.entries = new LRUCache({ max: options.maxSize, ttl: options.ttlMs });
  }

  /** Returns the value, or undefined when the key has no value. */
  get(key: string): Promise<Value | undefined> | Value | undefined {
    const entry = this.entries.get(key);
    if (entry) return entry.value;
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
  }

  /** Removes all keys, like {@link forget}. */
  forgetAll(): void {
    this.entries.clear();
    this.loading.clear();
  }

  private enqueue(key: string, waiter: Waiter<Value>): void {
    if (this.batch.size === 0) setImmediate(() => void this.loadBatch());
    this.batch.set(key, [...(this.batch.get(key) ?? []), waiter]);
  }

  private async loadBatch(): Promise<void> {
    const { batch } = this;
    this.batch = new Map();
    const promises = new Map([...batch.keys()].map((key) => [key, this.loading.get(key)]));
    try {
      const values = await this.options.load([...batch.keys()]);
      for (const [key, waiters] of batch) {
        const value = values.get(key);
        // If the key was removed during the load, waiters receive the value, but it is not cached.
        if (this.loading.get(key) === promises.get(key)) this.entries.set(key, { value });
        for (const waiter of waiters) waiter.resolve(value);
      }
    } catch (error) {
      for (const waiter of [...batch.values()].flat()) waiter.reject(error);
    } finally {
      for (const [key, promise] of promises) if (this.loading.get(key) === promise) this.loading.delete(key);
    }
  }
}
