import type { AppendResult, EventStore, ExpectedVersion, LogSubscription, StreamPart } from './event-store.js';
import type { EventToAppend, LogPosition, RecordedEvent } from './message.js';

/** Forwards every call to another event store. Decorators override the calls that they change. */
export abstract class ForwardingEventStore implements EventStore {
  constructor(private readonly inner: EventStore) {}

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    return this.store.appendToStream(stream, expected, events);
  }

  async readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]> {
    return this.store.readStream(stream, from);
  }

  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.store.readParts(parts);
  }

  async head(): Promise<LogPosition> {
    return this.store.head();
  }

  readAll(after: LogPosition): LogSubscription {
    return this.store.readAll(after);
  }

  /** The store that receives the calls. */
  protected get store(): EventStore {
    return this.inner;
  }
}
