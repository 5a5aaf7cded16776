import type { WakeUps } from '../../database/wake-ups.js';
import type { LogSubscription } from '../event-store.js';
import { LOG_CHANNEL } from '../log-channel.js';
import type { LogPosition, RecordedEvent } from '../message.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { readPage } from './kurrentdb-reads.js';
import { type KurrentPosition, toKurrentPosition } from './kurrentdb-position.js';

/** A look for no event of ours at least gets on by so many of others. */
const SMALLEST_PAGE = 64;
/** No request waits for a follower, and a page may be large. */
const PAGE_WITHIN_MS = 15_000;

/** Follows `$all` from a place on, page by page; what others wrote in between is passed over. */
export class KurrentDbSubscription implements LogSubscription {
  private cursor: KurrentPosition | 'start';
  private wakeUpsSeen = 0;

  constructor(
    private readonly kurrentDb: KurrentDb,
    after: LogPosition,
    private readonly wakeUps: WakeUps,
  ) {
    this.cursor = toKurrentPosition(after);
  }

  async next(limit: number): Promise<readonly RecordedEvent[]> {
    this.wakeUpsSeen = this.wakeUps.count(LOG_CHANNEL);
    for (;;) {
      // One more: the place where the last look ended is looked at again.
      const count = Math.max(limit, SMALLEST_PAGE) + 1;
      const { events, last, size } = await readPage(this.kurrentDb, 'forwards', this.cursor, count, PAGE_WITHIN_MS);
      const fresh = events.map(({ event }) => event).filter(({ position }) => this.isBehind(position));
      const taken = fresh.slice(0, limit);
      if (fresh.length > limit) this.cursor = toKurrentPosition(taken.at(-1)!.position);
      else this.cursor = last ?? this.cursor;
      if (taken.length > 0 || size < count) return taken;
    }
  }

  waitForMore(timeoutMs: number): Promise<void> {
    return this.wakeUps.wait(LOG_CHANNEL, this.wakeUpsSeen, timeoutMs);
  }

  async close(): Promise<void> {
    // Nothing is held between two reads.
  }

  private isBehind({ transactionId: commit, position: prepare }: LogPosition): boolean {
    if (this.cursor === 'start') return true;
    return commit > this.cursor.commit || (commit === this.cursor.commit && prepare > this.cursor.prepare);
  }
}
