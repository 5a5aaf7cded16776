/** A domain event as deciders make it: a past-tense name and plain JSON. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** The envelope the platform adds around an event; `actorId` is `system` for jobs. Times in ISO 8601, UTC, milliseconds. */
export interface EventMetadata {
  readonly actorId: string;
  readonly actorRole: string;
  readonly organizationId: string | null;
  /** One id for everything that follows from one request. */
  readonly correlationId: string;
  /** The event id that caused this one, or the request's id. */
  readonly causationId: string;
  readonly requestId: string;
  /** Network address of the actor; stored encrypted under the actor's key. */
  readonly address: string | null;
  readonly occurredAt: string;
  /** W3C trace context of the append; only of appends whose trace is recorded. */
  readonly traceparent?: string;
}

/** An event on its way into the store. `eventId` is derived from the command, so that a repeat is recognised. */
export interface EventToAppend<E extends DomainEvent = DomainEvent> {
  readonly eventId: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** What the store adds to an event. `version` counts from 0 in its stream. */
export interface Recording {
  readonly eventId: string;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly version: number;
  readonly position: LogPosition;
  readonly recordedAt: string;
}

/** An event as the store gives it back; for a union of events, a union, so that `type` tells the shape of `data`. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? Recording & { readonly type: E['type']; readonly data: E['data'] }
  : never;

/**
 * A place in the whole log. Only compared and handed around, never calculated with. In PostgreSQL the order is
 * (epoch, transaction id, position), see `postgres-event-store.ts`.
 */
export interface LogPosition {
  readonly epoch: number;
  readonly transactionId: bigint;
  readonly position: bigint;
}

/** Before every event. */
export const LOG_START: LogPosition = { epoch: 0, transactionId: 0n, position: 0n };

/** Negative when `a` comes before `b`, zero when they are the same place. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch;
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  if (a.position === b.position) return 0;
  return a.position < b.position ? -1 : 1;
}

/** The opaque string of header `x-log-position` and of stored checkpoints. */
export const formatPosition = ({ epoch, transactionId, position }: LogPosition): string =>
  `${epoch}.${transactionId}.${position}`;

/** Reads {@link formatPosition} back; null when the text is none. */
export function parsePosition(text: string): LogPosition | null {
  const match = /^(\d{1,9})\.(\d{1,20})\.(\d{1,19})$/.exec(text);
  if (!match) return null;
  return { epoch: Number(match[1]), transactionId: BigInt(match[2]!), position: BigInt(match[3]!) };
}
