import type { z } from 'zod';
import type { AppendResult, EventStore, ExpectedVersion, LogSubscription, StreamPart } from './event-store.js';
import type { EventToAppend, LogPosition, RecordedEvent } from './message.js';

/** Schemas of event data by stored event name. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** Decorates an event store for tests: rejects events that do not match their schema, because stored data can never be changed. */
export class SchemaCheckingEventStore implements EventStore {
  constructor(
    private readonly inner: EventStore,
    private readonly schemas: EventSchemas,
  ) {}

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    for (const { type, data } of events) {
      const schema = this.schemas[type];
      if (!schema) throw new TypeError(`No schema is declared for the event ${type}`);
      schema.parse(data);
    }
    return this.inner.appendToStream(stream, expected, events);
  }

  readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]> {
    return this.inner.readStream(stream, from);
  }

  readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.inner.readParts(parts);
  }

  head(): Promise<LogPosition> {
    return this.inner.head();
  }

  readAll(after: LogPosition): LogSubscription {
    return this.inner.readAll(after);
  }
}
