import type { z } from 'zod';
import type { AppendResult, EventStore, ExpectedVersion } from './event-store.js';
import { ForwardingEventStore } from './forwarding-event-store.js';
import type { EventToAppend } from './message.js';

/** Schemas of event data by stored event name. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** Decorates an event store for tests: rejects events that do not match their schema, because stored data can never be changed. */
export class SchemaCheckingEventStore extends ForwardingEventStore {
  constructor(
    store: EventStore,
    private readonly schemas: EventSchemas,
  ) {
    super(store);
  }

  override async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    for (const { type, data } of events) {
      const schema = this.schemas[type];
      if (!schema) throw new TypeError(`No schema is declared for the event ${type}`);
      schema.parse(data);
    }
    return super.appendToStream(stream, expected, events);
  }
}
