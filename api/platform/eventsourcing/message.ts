/** A domain event as a decider returns it: a past-tense name and plain JSON. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** Metadata that the platform adds to an event. `actorId` is `system` for jobs. Times are ISO 8601 in UTC with milliseconds. */
export interface EventMetadata {
  readonly actorId: string;
  readonly actorRole: string;
  readonly organizationId: string | null;
  /** Shared by all events that result from one request. */
  readonly correlationId: string;
  /** Id of the event that caused this one, or of the request. */
  readonly causationId: string;
  readonly requestId: string;
  /** Network address of the actor; stored encrypted under the actor's key. */
  readonly address: string | null;
  readonly occurredAt: string;
  /** W3C trace context of the append; set only when the append's trace is recorded. */
  readonly traceparent?: string;
}

/** An event to be appended. `eventId` is derived from the command, so that a repeated append is recognized. */
export interface EventToAppend<E extends DomainEvent = DomainEvent> {
  readonly eventId: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** Fields that the store adds to an event. `version` counts from 0 in its stream. */
export interface Recording {
  readonly eventId: string;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly version: number;
  readonly position: LogPosition;
  readonly recordedAt: string;
}

/** An event read from the store. For a union of events it is a union too, so that `type` determines the type of `data`. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? Recording & { readonly type: E['type']; readonly data: E['data'] }
  : never;

/**
 * A position in the whole log. Positions are only compared and passed on, never calculated. PostgreSQL orders by (epoch,
 * transaction id, position), see `postgres-event-store.ts`.
 */
export interface LogPosition {
  readonly epoch: number;
  readonly transactionId: bigint;
  readonly position: bigint;
}

/** The position before all events. */
export const LOG_START: LogPosition = { epoch: 0, transactionId: 0n, position: 0n };

/** Compares two positions: negative when `a` is before `b`, zero when they are equal. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch;
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  if (a.position === b.position) return 0;
  return a.position < b.position ? -1 : 1;
}

/** Formats a position as the opaque string of the header `x-log-position` and of stored checkpoints. */
export const formatPosition = ({ epoch, transactionId, position }: LogPosition): string =>
  `${epoch}.${transactionId}.${position}`;

/** Parses the string of {@link formatPosition}; null when it is malformed. */
export function parsePosition(text: string): LogPosition | null {
  const match = /^(\d{1,9})\.(\d{1,20})\.(\d{1,19})$/.exec(text);
  if (!match) return null;
  return { epoch: Number(match[1]), transactionId: BigInt(match[2]!), position: BigInt(match[3]!) };
}
