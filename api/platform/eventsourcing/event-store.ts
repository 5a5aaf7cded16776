import type { EventToAppend, LogPosition, RecordedEvent } from './message.js';

/** The version of the stream's last event that the writer expects (0 for one event), or that the stream has no events. */
export type ExpectedVersion = number | 'no-stream';

export interface AppendResult {
  /** Version of the last appended event. */
  readonly version: number;
  /** The log has reached this position or a later one when the append is visible. Sent to clients as `x-log-position`. */
  readonly position: LogPosition;
  /** True when an earlier try has already appended these events. */
  readonly repeated: boolean;
}

/** A subscription to the log, created by `readAll`. It returns events in log order. */
export interface LogSubscription {
  /** Returns up to `limit` events after those already returned; [] when the subscriber has caught up. */
  next(limit: number): Promise<readonly RecordedEvent[]>;
  /** Resolves when new events may have arrived, after `timeoutMs` at the latest. It is a hint: there may be no new events. */
  waitForMore(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A range of versions of a stream, both ends included. */
export interface StreamPart {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The log, the only source of truth. Implemented by PostgreSQL, by KurrentDB and in memory; one conformance suite
 * (`testing/event-store.conformance.ts`) runs against all of them.
 */
export interface EventStore {
  /**
   * Appends all events or none. A repeated append with the same event ids succeeds without appending again.
   * @throws VersionConflict when the stream does not end at `expected`.
   * @throws Unavailable when the store does not answer in time.
   */
  appendToStream(stream: string, expected: ExpectedVersion, events: readonly EventToAppend[]): Promise<AppendResult>;
  /** Returns the events of a stream from version `from` (default 0) on, [] when there are none. */
  readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]>;
  /** Returns the events of all parts with one query, each stream's in order. For pages that show events of many streams. */
  readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]>;
  /** Returns the position of the newest event, even if readers cannot see it yet; LOG_START for an empty log. */
  head(): Promise<LogPosition>;
  /** Returns a catch-up subscription to the whole log, starting after `after`. */
  readAll(after: LogPosition): LogSubscription;
}

/** Injection token of the {@link EventStore}. */
export const EVENT_STORE = Symbol('EventStore');

/** Another writer appended to the stream first, or an event id was already used for another event. */
export class VersionConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedVersion,
  ) {
    super(`Stream ${stream} does not end at ${expected}`);
    this.name = 'VersionConflict';
  }
}
