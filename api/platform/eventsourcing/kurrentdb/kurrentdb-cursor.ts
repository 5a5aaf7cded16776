import { comparePositions, type LogPosition } from '../message.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import { findNextEvents } from './find-next-events.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { type KurrentPosition, toKurrentPosition } from './kurrentdb-position.js';
import { type PageOfAll, readPage } from './kurrentdb-reads.js';
import type { PlatformEvent } from './kurrentdb-records.js';
import { LogEnd } from './log-end.js';
import { LogUnavailable } from './log-unavailable.js';

/** Smallest page, so that a read that finds no own events still advances past this many others. */
const SMALLEST_PAGE = 64;
/** Deadline of a page. No request waits for a reader of the whole log, and a page may be large. */
const PAGE_WITHIN_MS = 15_000;
/** Deadline of the first try. A page takes longer if millions of other applications' events precede its first event. */
const FIRST_TRY_WITHIN_MS = 3_000;

/** Reads `$all` from a position page by page, and skips events of other applications. */
export class KurrentDbCursor {
  private position: LogPosition;

  /** @param end shared by the readers of a process, so that none reads again what another has passed */
  constructor(
    private readonly kurrentDb: KurrentDb,
    /** Position of the last own event, or the start of the log. */
    private own: LogPosition,
    private readonly end = new LogEnd(),
  ) {
    const place = toKurrentPosition(own);
    // A checkpoint may have been stored before this process knew of an epoch.
    if (place !== 'start') this.own = kurrentDb.epochs.toLogPosition(place);
    this.position = this.own;
  }

  /** Returns up to `limit` further events; [] at the end of the log. */
  async next(limit: number): Promise<readonly PlatformEvent[]> {
    for (;;) {
      this.position = this.end.pass(this.position);
      // The read below sees the log up to this position or a later one.
      const { reached } = this.end;
      // One more, because the position where the last page ended is read again.
      const count = Math.max(limit, SMALLEST_PAGE) + 1;
      const { events, last, isLast } = await this.read(count);
      const fresh = events.filter(({ event }) => comparePositions(event.position, this.own) > 0);
      const taken = fresh.slice(0, limit);
      this.own = taken.at(-1)?.event.position ?? this.own;
      if (fresh.length > limit) this.position = this.own;
      else if (last) this.position = later(this.position, this.kurrentDb.epochs.toLogPosition(last));
      if (isLast && fresh.length <= limit) {
        this.position = later(this.position, reached);
        this.end.note(this.own, this.position, true);
      }
      if (taken.length > 0 || isLast) return taken;
    }
  }

  private async read(count: number): Promise<PageOfAll & { readonly isLast: boolean }> {
    try {
      return await this.page(count, FIRST_TRY_WITHIN_MS);
    } catch (error) {
      if (!(error instanceof LogUnavailable) || error instanceof LogNotRecognized) throw error;
      const next = await findNextEvents(this.kurrentDb, this.place, count);
      if (next) this.position = later(this.position, this.kurrentDb.epochs.toLogPosition(next.position));
      // A larger page would search for further events.
      return this.page(next?.count || count, PAGE_WITHIN_MS);
    }
  }

  private async page(count: number, withinMs: number): Promise<PageOfAll & { readonly isLast: boolean }> {
    const page = await readPage(this.kurrentDb, 'forwards', this.place, count, withinMs);
    return { ...page, isLast: page.size < count };
  }

  private get place(): KurrentPosition | 'start' {
    return toKurrentPosition(this.position);
  }
}

const later = (a: LogPosition, b: LogPosition): LogPosition => (comparePositions(a, b) < 0 ? b : a);

const PAGE = 500;

/** Yields all events after a position, up to the end of the log. */
export async function* eventsAfter(
  kurrentDb: KurrentDb,
  after: LogPosition,
  end?: LogEnd,
): AsyncGenerator<PlatformEvent> {
  const cursor = new KurrentDbCursor(kurrentDb, after, end);
  for (let page = await cursor.next(PAGE); page.length > 0; page = await cursor.next(PAGE)) yield* page;
}
