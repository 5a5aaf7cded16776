import type { LogPosition } from '../message.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { type KurrentPosition, toKurrentPosition } from './kurrentdb-position.js';
import { readPage } from './kurrentdb-reads.js';
import type { OwnEvent } from './kurrentdb-records.js';

/** Smallest page, so that a read that finds no own events still advances past this many others. */
const SMALLEST_PAGE = 64;
/** Deadline of a page. No request waits for a reader of the whole log, and a page may be large. */
const PAGE_WITHIN_MS = 15_000;

/** Reads `$all` from a position page by page, and skips events of other applications. */
export class KurrentDbCursor {
  private position: KurrentPosition | 'start';

  constructor(
    private readonly kurrentDb: KurrentDb,
    after: LogPosition,
  ) {
    this.position = toKurrentPosition(after);
  }

  /** Returns up to `limit` further events; [] at the end of the log. */
  async next(limit: number): Promise<readonly OwnEvent[]> {
    for (;;) {
      // One more, because the position where the last page ended is read again.
      const count = Math.max(limit, SMALLEST_PAGE) + 1;
      const { events, last, size } = await readPage(this.kurrentDb, 'forwards', this.position, count, PAGE_WITHIN_MS);
      const fresh = events.filter(({ event }) => this.isBehind(event.position));
      const taken = fresh.slice(0, limit);
      if (fresh.length > limit) this.position = toKurrentPosition(taken.at(-1)!.event.position);
      else this.position = last ?? this.position;
      if (taken.length > 0 || size < count) return taken;
    }
  }

  private isBehind({ transactionId: commit, position: prepare }: LogPosition): boolean {
    if (this.position === 'start') return true;
    return commit > this.position.commit || (commit === this.position.commit && prepare > this.position.prepare);
  }
}

const PAGE = 500;

/** Yields all events after a position, up to the end of the log. */
export async function* eventsAfter(kurrentDb: KurrentDb, after: LogPosition): AsyncGenerator<OwnEvent> {
  const cursor = new KurrentDbCursor(kurrentDb, after);
  for (let page = await cursor.next(PAGE); page.length > 0; page = await cursor.next(PAGE)) yield* page;
}
