import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../message.js';

/** Of all that one log has to keep of another's event; the order of an object's keys means nothing, and PostgreSQL changes it. */
export function hashOf({ eventId, stream, version, type, data, metadata, recordedAt }: RecordedEvent): string {
  const facts = [eventId, stream, version, type, data, metadata, recordedAt];
  return createHash('sha256').update(JSON.stringify(facts, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
