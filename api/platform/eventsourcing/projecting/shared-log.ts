import { setTimeout as delay } from 'node:timers/promises';
import { Pace } from '../../pace.js';
import type { EventStore, LogSubscription } from '../event-store.js';
import { comparePositions, type LogPosition, type RecordedEvent } from '../message.js';

/** Time between two batches under load. A score is in the gradebook within twice that time, and a larger batch costs less per event. */
const READ_EVERY_MS = 125;
const EVENTS_A_READ = 1_000;
/** Events kept for readers that are a little behind. */
const EVENTS_KEPT = 2 * EVENTS_A_READ;
/** Waits for a hint: short after a hint or events, because an older transaction may be about to end, and long when idle. */
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;
/** A timer may end this much early, so a wait that ends earlier was ended by a hint. */
const TIMER_ERROR_MS = 2;

/** Time of a shared log; tests replace it. */
export interface SharedLogTime {
  /** Milliseconds since any moment. */
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
}

/**
 * Reads the log once for all readers of the leader, which subscribe with {@link readAll}. Reads at once after a quiet period, and
 * under load at most every `readEveryMs`, because larger batches cost less. A reader that is far behind reads alone until
 * it has caught up.
 */
export class SharedLog {
  private tail: Tail | undefined;

  constructor(
    private readonly store: Pick<EventStore, 'readAll'>,
    private readonly time: SharedLogTime = { now: () => performance.now(), pause: delay },
    private readonly readEveryMs: number = READ_EVERY_MS,
  ) {}

  /** Returns a subscription like that of the event store. */
  readAll(after: LogPosition): LogSubscription {
    return new SharedSubscription(
      (position) => this.tailFrom(position),
      (position) => this.store.readAll(position),
      after,
    );
  }

  /** Returns the shared reading when it continues from `position`; undefined when it lacks the events there. */
  private tailFrom(position: LogPosition): Tail | undefined {
    // After a failure, events may be lost between the log and the reading, so it starts again from a reader's position.
    if (!this.tail || this.tail.hasFailed) {
      this.tail = new Tail(this.store.readAll(position), position, this.time, this.readEveryMs);
    }
    return this.tail.covers(position) ? this.tail : undefined;
  }
}

/** The subscription of one reader: from the shared reading where that has the events, otherwise from a reading of its own. */
class SharedSubscription implements LogSubscription {
  private own: LogSubscription | undefined;

  constructor(
    private readonly tailFrom: (position: LogPosition) => Tail | undefined,
    private readonly readAlone: (position: LogPosition) => LogSubscription,
    private cursor: LogPosition,
  ) {}

  async next(limit: number): Promise<readonly RecordedEvent[]> {
    const events = (await this.nextShared(limit)) ?? (await this.nextAlone(limit));
    this.cursor = events.at(-1)?.position ?? this.cursor;
    return events;
  }

  async waitForMore(timeoutMs: number): Promise<void> {
    if (this.own) return this.own.waitForMore(timeoutMs);
    await this.tailFrom(this.cursor)?.waitBeyond(this.cursor, timeoutMs);
  }

  async close(): Promise<void> {
    await this.own?.close();
  }

  private async nextShared(limit: number): Promise<readonly RecordedEvent[] | undefined> {
    const tail = this.tailFrom(this.cursor);
    if (!tail) return undefined;
    this.own = undefined;
    await tail.readBeyond(this.cursor);
    return tail.covers(this.cursor) ? tail.eventsAfter(this.cursor, limit) : undefined;
  }

  private nextAlone(limit: number): Promise<readonly RecordedEvent[]> {
    this.own ??= this.readAlone(this.cursor);
    return this.own.next(limit);
  }
}

/** The newest events of the log, read on demand, and the pauses between the reads. */
class Tail {
  hasFailed = false;
  private events: readonly RecordedEvent[] = [];
  private reading: Promise<void> | undefined;
  /** Set while nothing new is expected. */
  private resting: Promise<void> | undefined;
  private waitMs = SHORTEST_WAIT_MS;
  private readonly pace: Pace;

  constructor(
    private readonly subscription: LogSubscription,
    /** Position of the last event before {@link events}. */
    private start: LogPosition,
    private readonly time: SharedLogTime,
    readEveryMs: number,
  ) {
    this.pace = new Pace(readEveryMs, () => time.now());
  }

  covers(position: LogPosition): boolean {
    return comparePositions(position, this.start) >= 0 && comparePositions(position, this.end) <= 0;
  }

  eventsAfter(position: LogPosition, limit: number): readonly RecordedEvent[] {
    const first = this.events.findLastIndex((event) => comparePositions(event.position, position) <= 0) + 1;
    return this.events.slice(first, first + limit);
  }

  /** Reads further events unless there are some after `position`, or a rest has just begun. Concurrent callers share one read. */
  async readBeyond(position: LogPosition): Promise<void> {
    if (this.resting || comparePositions(position, this.end) < 0) return;
    this.reading ??= this.read();
    await this.reading;
  }

  /** Resolves when there may be events after `position`, or after `timeoutMs`. */
  async waitBeyond(position: LogPosition, timeoutMs: number): Promise<void> {
    if (!this.resting || comparePositions(position, this.end) < 0) return;
    const rested = new AbortController();
    const timeout = delay(timeoutMs, undefined, { signal: rested.signal }).catch(() => undefined);
    await Promise.race([this.resting, timeout]);
    rested.abort();
  }

  private get end(): LogPosition {
    return this.events.at(-1)?.position ?? this.start;
  }

  private async read(): Promise<void> {
    try {
      const events = await this.subscription.next(EVENTS_A_READ);
      if (events.length > 0) this.keep(events);
      else if (this.waitMs === LONGEST_WAIT_MS) this.forget();
      if (events.length < EVENTS_A_READ) this.resting = this.rest();
    } catch (error) {
      this.hasFailed = true;
      throw error;
    } finally {
      this.reading = undefined;
    }
  }

  private keep(events: readonly RecordedEvent[]): void {
    const all = [...this.events, ...events];
    this.start = all.at(-EVENTS_KEPT - 1)?.position ?? this.start;
    this.events = all.slice(-EVENTS_KEPT);
    this.pace.count();
    this.waitMs = SHORTEST_WAIT_MS;
  }

  /** Frees memory while the log is idle. A reader that has not received these events by then reads them alone. */
  private forget(): void {
    [this.start, this.events] = [this.end, []];
  }

  private async rest(): Promise<void> {
    await this.time.pause(this.pace.waitMs);
    const began = this.time.now();
    await this.subscription.waitForMore(this.waitMs);
    const isHint = this.time.now() - began < this.waitMs - TIMER_ERROR_MS;
    this.waitMs = isHint ? SHORTEST_WAIT_MS : Math.min(this.waitMs * 2, LONGEST_WAIT_MS);
    this.resting = undefined;
  }
}
