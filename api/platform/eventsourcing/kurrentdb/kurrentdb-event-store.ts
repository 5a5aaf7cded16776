import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventData, WrongExpectedVersionError } from '@kurrent/kurrentdb-client';
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
import { answerOrStored, callWithDeadline, typeOf } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { KurrentDbCursor } from './kurrentdb-cursor.js';
import { readPage, readVersions } from './kurrentdb-reads.js';
import { toEventData } from './kurrentdb-records.js';
import { KurrentDbTail } from './kurrentdb-tail.js';
import { KnownEventIds } from './known-event-ids.js';
import { LogEnd } from './log-end.js';
import { isStreamDeleted, StreamDamaged } from './stream-damaged.js';

/** Concurrent reads for a page that shows many streams. */
const READS_AT_ONCE = 16;
const PAGE = 500;
/** Time to find the newest event for the first time. Requests do not wait for it so long, and the next one has the result. */
const FOUND_WITHIN_MS = 120_000;
/** Longest time from the acceptance of an append until every read returns it. A cluster replicates it meanwhile. */
const READABLE_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 20;

/**
 * The log in KurrentDB. The server checks the expected revision, but accepts reused ids and does not report whether an append was a
 * repeat. Ids are therefore checked before, and each append stores its events under new ids: it succeeds only once, and a repeat
 * is a conflict that is compared with the stored events.
 */
export class KurrentDbEventStore implements EventStore {
  private readonly ids = new KnownEventIds();
  private readonly tail: KurrentDbTail;
  private finding: Promise<LogPosition> | undefined;

  constructor(
    private readonly kurrentDb: KurrentDb,
    private readonly wakeUps: WakeUps,
    private readonly end = new LogEnd(),
  ) {
    this.tail = new KurrentDbTail(kurrentDb, wakeUps, end);
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
    const result = await this.write(stream, expected, events);
    // In a stream that was deleted before, the server continues the numbers of the deleted events.
    const stored = result.version - events.length + 1;
    this.ids.cacheStream(
      stream,
      events.map(({ eventId }, index) => ({ eventId, version: stored + index })),
    );
    this.ids.remember(stream, events);
    this.wakeUps.wake(LOG_CHANNEL);
    return result;
  }

  readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    return this.read(stream, from);
  }

  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    const found = await inParallel(READS_AT_ONCE, parts, ({ stream, from, to }) => this.read(stream, from, to));
    return found.flat();
  }

  async head(): Promise<LogPosition> {
    this.tail.start();
    const find = () => (this.finding ??= this.findNewest().finally(() => (this.finding = undefined)));
    let newest = this.end.newestOwn ?? (await callWithDeadline(find));
    const cursor = new KurrentDbCursor(this.kurrentDb, newest, this.end);
    for (let page = await cursor.next(PAGE); page.length > 0; page = await cursor.next(PAGE))
      newest = page.at(-1)!.event.position;
    return newest;
  }

  readAll(after: LogPosition): LogSubscription {
    this.tail.start();
    return new KurrentDbSubscription(new KurrentDbCursor(this.kurrentDb, after, this.end), this.wakeUps);
  }

  /** Stops the tail and closes the client. */
  async close(): Promise<void> {
    await this.tail.close();
    await this.kurrentDb.client.dispose();
  }

  /** Finds the platform's newest event. With many events of other applications behind it, this takes longer than a request. */
  private async findNewest(): Promise<LogPosition> {
    for (let from: Parameters<typeof readPage>[2] = 'end', count = 1; ; count = PAGE) {
      const { events, last, size } = await readPage(this.kurrentDb, 'backwards', from, count, FOUND_WITHIN_MS);
      const newest = events[0]?.event.position ?? (!last || size < count ? LOG_START : undefined);
      if (newest) {
        this.end.note(newest, newest, true);
        return newest;
      }
      from = last!;
    }
  }

  /** @throws StreamDamaged */
  private async read(
    stream: string,
    from: number,
    to = Number.MAX_SAFE_INTEGER - 1,
  ): Promise<readonly RecordedEvent[]> {
    const found = await readVersions(this.kurrentDb, stream, from, to).catch((error: unknown) => {
      throw isStreamDeleted(error) ? StreamDamaged.deleted(stream, error) : error;
    });
    // Without the beginning of a stream, the server starts at the first event that is left.
    const [begin] = found;
    if (begin && begin.event.version > from) throw StreamDamaged.truncated(stream, begin.event.version);
    const events = found.map(({ event }) => event);
    this.ids.cacheStream(stream, events);
    return events;
  }

  /** @throws VersionConflict | StreamDamaged */
  private async write(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    const appendId = uuidv7();
    const { platformId } = this.kurrentDb.ownership;
    const data = events.map((event) => toEventData(event, { appendId, platformId }, randomUUID()));
    const last = versionAfter(expected, events);
    try {
      return await callWithDeadline((leftMs) =>
        answerOrStored(this.callAppend(stream, expected, data, leftMs), () => this.findOwn(stream, last, appendId)),
      );
    } catch (error) {
      if (isStreamDeleted(error)) throw StreamDamaged.deleted(stream, error);
      if (typeOf(error) !== 'wrong-expected-version') throw error;
      const { actualState } = error as WrongExpectedVersionError;
      const earlier = await this.findRepeated(stream, expected, events, Number(actualState));
      if (earlier) return earlier;
      throw new VersionConflict(stream, expected);
    }
  }

  private async callAppend(
    stream: string,
    expected: ExpectedVersion,
    data: readonly EventData[],
    deadline: number,
  ): Promise<AppendResult> {
    const { client, prefix, epochs } = this.kurrentDb;
    const streamState = expected === 'no-stream' ? 'no_stream' : BigInt(expected);
    const answer = await client.appendToStream(prefix + stream, [...data], { streamState, deadline });
    const { nextExpectedRevision, position } = answer;
    return { version: Number(nextExpectedRevision), position: epochs.toLogPosition(position!), repeated: false };
  }

  /** Returns the result of an append whose answer is missing, if its last event is stored. */
  private async findOwn(stream: string, version: number, appendId: string): Promise<AppendResult | undefined> {
    const [last] = await readVersions(this.kurrentDb, stream, version, version);
    if (last?.appendId !== appendId || last.event.version !== version) return undefined;
    return { version, position: last.event.position, repeated: false };
  }

  /** Returns the result of an earlier append of the same events, in a stream that ends at version `end` or later. */
  private async findRepeated(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
    end: number,
  ): Promise<AppendResult | undefined> {
    const version = versionAfter(expected, events);
    const first = version - events.length + 1;
    if (end < version) return undefined;
    for (const begun = performance.now(); ; await delay(LOOK_EVERY_MS)) {
      const found = await this.read(stream, first, version);
      if (found.some(({ eventId }, index) => eventId !== events[index]!.eventId)) return undefined;
      const last = found.at(-1);
      if (last?.version === version) return { version, position: last.position, repeated: true };
      // The other append was accepted but cannot be read yet.
      if (performance.now() - begun > READABLE_WITHIN_MS) return undefined;
    }
  }
}

/** Returns the version of the last of these events, appended at the expected version. */
const versionAfter = (expected: ExpectedVersion, { length }: readonly EventToAppend[]): number =>
  (expected === 'no-stream' ? -1 : expected) + length;

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
