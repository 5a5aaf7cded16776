import type { AppendResult, EventStore, ExpectedVersion, LogSubscription, StreamPart } from './event-store.js';
import type { LogAdoption } from './log-adoption.js';
import type { EventToAppend, LogPosition, RecordedEvent } from './message.js';

/** Refuses all calls until the log is adopted, because the log that answers next may not be the one of this database. */
export class AdoptedEventStore implements EventStore {
  constructor(
    private readonly store: EventStore,
    private readonly adoption: Pick<LogAdoption, 'assertAdopted'>,
  ) {}

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    return this.adopted.appendToStream(stream, expected, events);
  }

  async readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]> {
    return this.adopted.readStream(stream, from);
  }

  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.adopted.readParts(parts);
  }

  async head(): Promise<LogPosition> {
    return this.adopted.head();
  }

  readAll(after: LogPosition): LogSubscription {
    return this.adopted.readAll(after);
  }

  private get adopted(): EventStore {
    this.adoption.assertAdopted();
    return this.store;
  }
}
