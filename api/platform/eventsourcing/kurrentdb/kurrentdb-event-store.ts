import { v7 as uuidv7 } from 'uuid';
import { LOG_CHANNEL, type WakeUps } from '../../database/wake-ups.js';
import { inParallel } from '../../in-parallel.js';
import {
  type AppendResult,
  type EventStore,
  type ExpectedVersion,
  type LogSubscription,
  type StreamPart,
  VersionConflict,
} from '../event-store.js';
import { type EventToAppend, LOG_START, type LogPosition, type RecordedEvent } from '../message.js';
import { callWithDeadline, typeOf } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { KurrentDbCursor } from './kurrentdb-cursor.js';
import { readPage, readVersions } from './kurrentdb-reads.js';
import { toEventData } from './kurrentdb-records.js';
import { KurrentDbTail } from './kurrentdb-tail.js';
import { KnownEventIds } from './known-event-ids.js';
import { LogUnavailable } from './log-unavailable.js';

/** Concurrent reads for a page that shows many streams. */
const READS_AT_ONCE = 16;
const PAGE = 64;

/**
 * The log in KurrentDB. The server checks the expected revision and recognizes a repeat. It does not report whether an append was a
 * repeat, and it accepts reused ids. Each append is therefore read back, and its ids are checked before.
 */
export class KurrentDbEventStore implements EventStore {
  private readonly ids = new KnownEventIds();
  private readonly tail: KurrentDbTail;

  constructor(
    private readonly kurrentDb: KurrentDb,
    private readonly wakeUps: WakeUps,
  ) {
    this.tail = new KurrentDbTail(kurrentDb, wakeUps);
  }

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    if (events.length === 0) throw new Error('An append needs at least one event');
    const first = expected === 'no-stream' ? 0 : expected + 1;
    const read = (from: number, to: number) => this.read(stream, from, to);
    if (await this.ids.isUsed(stream, first, events, read)) throw new VersionConflict(stream, expected);
    const appendId = uuidv7();
    await this.write(stream, expected, events, appendId);
    const version = first + events.length - 1;
    const [last] = await readVersions(this.kurrentDb, stream, version, version);
    if (!last) throw new LogUnavailable('the appended events cannot be read yet.');
    this.ids.cacheStream(
      stream,
      events.map(({ eventId }, index) => ({ eventId, version: first + index })),
    );
    this.ids.remember(stream, events);
    this.wakeUps.wake(LOG_CHANNEL);
    return { version, position: last.event.position, repeated: last.appendId !== appendId };
  }

  readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    return this.read(stream, from);
  }

  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    const found = await inParallel(READS_AT_ONCE, parts, ({ stream, from, to }) => this.read(stream, from, to));
    return found.flat();
  }

  async head(): Promise<LogPosition> {
    let from: Parameters<typeof readPage>[2] = 'end';
    for (let count = 1; ; count = PAGE) {
      const { events, last, size } = await readPage(this.kurrentDb, 'backwards', from, count);
      if (events[0]) return events[0].event.position;
      if (!last || size < count) return LOG_START;
      from = last;
    }
  }

  readAll(after: LogPosition): LogSubscription {
    this.tail.start();
    return new KurrentDbSubscription(new KurrentDbCursor(this.kurrentDb, after), this.wakeUps);
  }

  /** Stops the tail and closes the client. */
  async close(): Promise<void> {
    await this.tail.close();
    await this.kurrentDb.client.dispose();
  }

  private async read(stream: string, from: number, to?: number): Promise<readonly RecordedEvent[]> {
    const events = (await readVersions(this.kurrentDb, stream, from, to)).map(({ event }) => event);
    this.ids.cacheStream(stream, events);
    return events;
  }

  /** @throws VersionConflict */
  private async write(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
    appendId: string,
  ): Promise<void> {
    const { client, prefix } = this.kurrentDb;
    const data = events.map((event) => toEventData(event, { appendId }));
    const streamState = expected === 'no-stream' ? 'no_stream' : BigInt(expected);
    try {
      await callWithDeadline((deadline) => client.appendToStream(prefix + stream, data, { streamState, deadline }));
    } catch (error) {
      if (typeOf(error) === 'wrong-expected-version') throw new VersionConflict(stream, expected);
      throw error;
    }
  }
}

/** Subscription to the whole log. The tail only wakes a waiting reader sooner; every wait also ends by timeout. */
class KurrentDbSubscription implements LogSubscription {
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
    // Holds no resources between two reads.
  }
}
