import { LOG_CHANNEL, type WakeUps } from '../../database/wake-ups.js';
import type { LogSubscription } from '../event-store.js';
import type { RecordedEvent } from '../message.js';
import type { KurrentDbCursor } from './kurrentdb-cursor.js';

/** Follows the whole log; the tail only makes it prompter, every wait also ends by itself. */
export class KurrentDbSubscription implements LogSubscription {
  private wakeUpsSeen = 0;

  constructor(
    private readonly cursor: KurrentDbCursor,
    private readonly wakeUps: WakeUps,
  ) {}

  async next(limit: number): Promise<readonly RecordedEvent[]> {
    this.wakeUpsSeen = this.wakeUps.count(LOG_CHANNEL);
    return (await this.cursor.next(limit)).map(({ event }) => event);
  }

  waitForMore(timeoutMs: number): Promise<void> {
    return this.wakeUps.wait(LOG_CHANNEL, this.wakeUpsSeen, timeoutMs);
  }

  async close(): Promise<void> {
    // Nothing is held between two reads.
  }
}
