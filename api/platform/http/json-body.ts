import { isUtf8 } from 'node:buffer';
import { MalformedRequest } from './malformed-request.js';

const MAX_DEPTH = 20;
const MAX_ARRAY = 1_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** A lone surrogate. `"\ud800"` is valid JSON, but PostgreSQL and UTF-8 cannot represent it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** True for keys that would change an object's prototype. */
export const isForbiddenKey = (key: string): boolean => FORBIDDEN_KEYS.has(key);

/**
 * Parses a JSON body. Accepts any JSON value (docs/rules.md#bare-bodies), which the route's schema then validates. Returns
 * undefined for an empty body.
 * @throws MalformedRequest for input that no route accepts
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new MalformedRequest('The body is not valid UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new MalformedRequest('The body is not valid JSON.');
  }
  refuseHarmful(value, 1);
  return value;
}

function refuseHarmful(value: unknown, depth: number): void {
  if (typeof value === 'string') return refuseUnstorable(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw new MalformedRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) {
    if (value.length > MAX_ARRAY) throw new MalformedRequest(`A list is longer than ${MAX_ARRAY} entries.`);
    for (const entry of value) refuseHarmful(entry, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (isForbiddenKey(key)) throw new MalformedRequest('The body contains a forbidden key.');
    refuseUnstorable(key);
    refuseHarmful((value as Record<string, unknown>)[key], depth + 1);
  }
}

/** Rejects text that PostgreSQL cannot store. Without this check it would fail later as a server error. */
function refuseUnstorable(text: string): void {
  if (text.includes('\u0000')) throw new MalformedRequest('Text must not contain the NUL character.');
  if (LONE_SURROGATE.test(text)) throw new MalformedRequest('Text must not contain half of a surrogate pair.');
}
