import { randomUUID } from 'node:crypto';
import type { EventMetadata, EventToAppend } from '../message.js';

export const sampleMetadata = (changes: Partial<EventMetadata> = {}): EventMetadata => ({
  actorId: 'system',
  actorRole: 'system',
  organizationId: null,
  correlationId: randomUUID(),
  causationId: randomUUID(),
  requestId: randomUUID(),
  address: null,
  occurredAt: new Date().toISOString(),
  ...changes,
});

/** Returns an event with a new id. */
export const sampleEvent = (data: object = {}, type = 'Sampled'): EventToAppend => ({
  eventId: randomUUID(),
  type,
  data,
  metadata: sampleMetadata(),
});

export const sampleEvents = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, index) => sampleEvent({ index }));

/** Returns the name of a new stream. */
export const newStream = (): string => `sample-${randomUUID()}`;
