import type { AppendResult, EventStore, ExpectedVersion } from '../event-store.js';
import { ForwardingEventStore } from '../forwarding-event-store.js';
import { LogUnavailable } from '../kurrentdb/log-unavailable.js';
import type { EventToAppend } from '../message.js';
import type { LogRecognition } from './log-recognition.js';

/** Refuses appends to a log that is not recognized. After an append without an answer the log is looked at again. */
export class RecognizingEventStore extends ForwardingEventStore {
  constructor(
    store: EventStore,
    private readonly recognition: LogRecognition,
  ) {
    super(store);
  }

  /** @throws LogNotRecognized */
  override async appendToStream(
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
}
