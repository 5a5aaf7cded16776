import { LRUCache } from 'lru-cache';

/**
 * Returns a cache. When it is full, it removes the entry that was used least recently. Its memory grows with its entries: with the
 * library's option `max`, a new cache has arrays for all of them, which takes 5 MB for the caches of a node.
 * @param entries the largest number of entries
 * @param ttlMs how long an entry is kept, in ms; 0 keeps it without a time limit
 */
export const lruCache = <Value extends object | string | true>(entries: number, ttlMs = 0): LRUCache<string, Value> =>
  new LRUCache({ maxSize: entries, sizeCalculation: () => 1, ttl: ttlMs });
