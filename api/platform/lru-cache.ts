import { LRUCache } from 'lru-cache';

/**
 * Returns a cache of at most so many entries, which removes the one that was used least recently. Its memory grows with its entries. The
 * option `max` of the library would allocate its arrays at once, some megabytes for all caches of a node.
 * @param ttlMs how long an entry is kept, in ms; 0 is no limit
 */
export const lruCache = <Value extends object | string | true>(entries: number, ttlMs = 0): LRUCache<string, Value> =>
  new LRUCache({ maxSize: entries, sizeCalculation: () => 1, ttl: ttlMs });
