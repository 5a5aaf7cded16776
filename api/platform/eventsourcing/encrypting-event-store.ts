import type { AppendResult, EventStore, ExpectedVersion, LogSubscription, StreamPart } from './event-store.js';
import type { EventToAppend, LogPosition, RecordedEvent } from './message.js';
import type { PersonalDataVault } from './personal-data.js';

/** Decorates an event store: encrypts personal data on append and decrypts it on read, so that callers never see ciphertext. */
export class EncryptingEventStore implements EventStore {
  constructor(
    private readonly inner: EventStore,
    private readonly vault: PersonalDataVault,
  ) {}

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    return this.inner.appendToStream(stream, expected, await this.vault.encrypt(events));
  }

  async readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]> {
    return this.vault.decrypt(await this.inner.readStream(stream, from));
  }

  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.vault.decrypt(await this.inner.readParts(parts));
  }

  head(): Promise<LogPosition> {
    return this.inner.head();
  }

  readAll(after: LogPosition): LogSubscription {
    const subscription = this.inner.readAll(after);
    this.vault.beginFollowing();
    return {
      next: async (limit) => this.vault.decryptFollowed(await subscription.next(limit)),
      waitForMore: (timeoutMs) => subscription.waitForMore(timeoutMs),
      close: () => subscription.close(),
    };
  }
}
