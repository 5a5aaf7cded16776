import type { LogSubscription } from '../event-store.js';
import type { RecordedEvent } from '../message.js';

/** Reads the next batch while the caller processes the current one, as long as batches are full. */
export class PrefetchingReader {
  private upcoming: Promise<readonly RecordedEvent[]> | undefined;

  constructor(
    private readonly subscription: LogSubscription,
    private readonly batch: number,
  ) {}

  async next(): Promise<readonly RecordedEvent[]> {
    const events = await (this.upcoming ?? this.subscription.next(this.batch));
    this.upcoming = events.length === this.batch ? this.subscription.next(this.batch) : undefined;
    // The error is thrown where the batch is awaited; this prevents an unhandled rejection until then.
    this.upcoming?.catch(() => undefined);
    return events;
  }

  waitForMore(timeoutMs: number): Promise<void> {
    return this.subscription.waitForMore(timeoutMs);
  }

  close(): Promise<void> {
    return this.subscription.close();
  }
}
