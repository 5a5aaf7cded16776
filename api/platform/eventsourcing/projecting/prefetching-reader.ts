import type { LogSubscription } from '../event-store.js';
import type { RecordedEvent } from '../message.js';

/** Reads the next batch while the caller still works on this one, as long as batches come full. */
export class PrefetchingReader {
  private upcoming: Promise<readonly RecordedEvent[]> | undefined;

  constructor(
    private readonly subscription: LogSubscription,
    private readonly batch: number,
  ) {}

  async next(): Promise<readonly RecordedEvent[]> {
    const events = await (this.upcoming ?? this.subscription.next(this.batch));
    this.upcoming = events.length === this.batch ? this.subscription.next(this.batch) : undefined;
    // A failure is reported where the batch is awaited; until then it must not count as unhandled.
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
