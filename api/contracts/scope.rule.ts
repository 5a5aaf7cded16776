import { Id } from './primitives.contract.js';

/**
 * A path segment {a} or {b} of /scores/session and /scores/leaderboard (decisions S3): an id, `all`, or nothing, which means
 * all. Undefined when it is none of these.
 */
export function scopeSegment(segment: string): string | null | undefined {
  if (segment === 'all' || segment === '') return null;
  return Id.safeParse(segment).data;
}
