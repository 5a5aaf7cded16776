import { Id } from './primitives.contract.js';

/**
 * Parses a path segment {a} or {b} of /scores/session and /scores/leaderboard (docs/rules.md#paths-of-scores): an id, or
 * null for `all` and for an empty segment. Undefined for anything else.
 */
export function scopeSegment(segment: string): string | null | undefined {
  if (segment === 'all' || segment === '') return null;
  return Id.safeParse(segment).data;
}
