import type { AppendResult, EventStore, ExpectedVersion, LogSubscription, StreamPart } from '../event-store.js';
import { LogUnavailable } from '../kurrentdb/log-unavailable.js';
import type { EventToAppend, LogPosition, RecordedEvent } from '../message.js';
import type { LogRecognition } from './log-recognition.js';

/** Refuses appends to a log that is not recognized. After an append without an answer the log is looked at again. */
export class RecognizingEventStore implements EventStore {
  constructor(
    private readonly store: EventStore,
    private readonly recognition: LogRecognition,
  ) {}

  /** @throws LogNotRecognized */
  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    await this.recognition.admit();
    try {
      const result = await this.store.appendToStream(stream, expected, events);
      await this.recognition.appended();
      return result;
    } catch (error) {
      if (error instanceof LogUnavailable) this.recognition.doubt();
      throw error;
    }
  }

  readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]> {
    return this.store.readStream(stream, from);
  }

  readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.store.readParts(parts);
  }

  head(): Promise<LogPosition> {
    return this.store.head();
  }

  readAll(after: LogPosition): LogSubscription {
    return this.store.readAll(after);
  }
}
