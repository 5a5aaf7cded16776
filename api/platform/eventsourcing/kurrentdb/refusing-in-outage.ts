import type { AppendResult, ExpectedVersion, StreamPart } from '../event-store.js';
import { ForwardingEventStore } from '../forwarding-event-store.js';
import type { EventToAppend, RecordedEvent } from '../message.js';
import { LogUnavailable } from './log-unavailable.js';

/** Interval of the calls that are tried during an outage. */
const TRY_EVERY_MS = 1_000;

/**
 * Refuses calls of requests immediately while the log is known not to answer, so that they do not all wait for the same deadline. One call
 * a second is tried, and the first one that is answered ends the outage. Appends and reads of streams are known separately, because a
 * log may answer reads and store nothing. Readers of the whole log are passed through, because no request waits for them.
 */
export class RefusingInOutage extends ForwardingEventStore {
  private readonly appends = new KnownOutage();
  private readonly reads = new KnownOutage();

  override async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    return this.appends.call(() => this.store.appendToStream(stream, expected, events));
  }

  override async readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]> {
    return this.reads.call(() => this.store.readStream(stream, from));
  }

  override async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.reads.call(() => this.store.readParts(parts));
  }
}

/** Knows from the calls themselves whether the log answers. */
class KnownOutage {
  private outage: { readonly error: LogUnavailable; tryAt: number } | undefined;
  private lastAnswerAt = -Infinity;

  /** @throws LogUnavailable immediately during an outage, unless this call is the one to try */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    if (this.outage && began < this.outage.tryAt)
      throw new LogUnavailable(this.outage.error.reason, { cause: this.outage.error });
    // The others are refused until this call has ended.
    if (this.outage) this.outage.tryAt = Infinity;
    try {
      const result = await work();
      this.answered();
      return result;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) this.answered();
      // An answer to another call meanwhile proves that the log answers.
      else if (this.lastAnswerAt < began) this.outage = { error, tryAt: performance.now() + TRY_EVERY_MS };
      throw error;
    }
  }

  private answered(): void {
    this.outage = undefined;
    this.lastAnswerAt = performance.now();
  }
}
