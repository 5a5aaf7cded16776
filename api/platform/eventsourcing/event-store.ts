import type { EventToAppend, LogPosition, RecordedEvent } from './message.js';

/** Where the writer believes the stream ends: the version of its last event (0 for one event), or that it has none. */
export type ExpectedVersion = number | 'no-stream';

export interface AppendResult {
  /** Version of the last appended event. */
  readonly version: number;
  /** The log reaches at least this place once the append is visible; goes to clients as `x-log-position`. */
  readonly position: LogPosition;
  /** True when the log already had these events from an earlier try. */
  readonly repeated: boolean;
}

/** Asked of `readAll`: what the subscriber gets, in log order. */
export interface LogSubscription {
  /** The next at most `limit` events after the last ones returned, [] when the subscriber has caught up. */
  next(limit: number): Promise<readonly RecordedEvent[]>;
  /** Resolves when new events may have arrived, at the latest after `timeoutMs`; a hint, never a promise. */
  waitForMore(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A part of a stream, from one version to another, both included. */
export interface StreamPart {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The log: the only truth. Implemented by PostgreSQL, by KurrentDB and in memory; one conformance suite
 * (`testing/event-store.conformance.ts`) runs against all of them.
 */
export interface EventStore {
  /**
   * Appends all events or none. Repeating an append with the same event ids is answered as success.
   * @throws VersionConflict when the stream does not end at `expected`.
   * @throws Unavailable when the store does not answer in time.
   */
  appendToStream(stream: string, expected: ExpectedVersion, events: readonly EventToAppend[]): Promise<AppendResult>;
  /** The stream's events from `from` (a version, default 0) on, [] when there are none. */
  readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]>;
  /** The events of all parts with one look, each stream's in order; for pages that show events of many streams. */
  readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]>;
  /** The place of the newest event, whether or not followers may see it yet; LOG_START when there is none. */
  head(): Promise<LogPosition>;
  /** A catch-up subscription over the whole log, starting after `after`. */
  readAll(after: LogPosition): LogSubscription;
}

/** Injection token of the {@link EventStore}. */
export const EVENT_STORE = Symbol('EventStore');

/** Somebody else wrote to the stream first, or an event id was used before for something else. */
export class VersionConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedVersion,
  ) {
    super(`Stream ${stream} does not end at ${expected}`);
    this.name = 'VersionConflict';
  }
}
