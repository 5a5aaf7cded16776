import { setTimeout as delay } from 'node:timers/promises';
import {
  type AppendResult,
  type EventStore,
  type ExpectedVersion,
  type LogSubscription,
  type StreamPart,
  VersionConflict,
} from './event-store.js';
import { comparePositions, LOG_START, type EventToAppend, type LogPosition, type RecordedEvent } from './message.js';

/** Event store for unit tests. It has the port and guarantees of the others and stores events in memory. */
export class InMemoryEventStore implements EventStore {
  private readonly log: RecordedEvent[] = [];
  private readonly streams = new Map<string, RecordedEvent[]>();
  private readonly eventIds = new Set<string>();
  private wakeUps: (() => void)[] = [];

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    const past = this.streams.get(stream) ?? [];
    const first = expected === 'no-stream' ? 0 : expected + 1;
    const repeated = events.every((event, index) => past[first + index]?.eventId === event.eventId);
    const last = past[first + events.length - 1];
    if (repeated && last) return { version: last.version, position: last.position, repeated: true };
    if (past.length !== first || events.some((event) => this.eventIds.has(event.eventId))) {
      throw new VersionConflict(stream, expected);
    }
    const recorded = events.map((event, index) => this.record(stream, first + index, event));
    this.streams.set(stream, [...past, ...recorded]);
    this.wakeUps.splice(0).forEach((wake) => wake());
    const newest = recorded.at(-1)!;
    return { version: newest.version, position: newest.position, repeated: false };
  }

  async readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    return (this.streams.get(stream) ?? []).slice(from);
  }

  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return parts.flatMap(({ stream, from, to }) => (this.streams.get(stream) ?? []).slice(from, to + 1));
  }

  async head(): Promise<LogPosition> {
    return this.log.at(-1)?.position ?? LOG_START;
  }

  readAll(after: LogPosition): LogSubscription {
    let next = this.log.findIndex((event) => comparePositions(event.position, after) > 0);
    if (next < 0) next = this.log.length;
    return {
      next: async (limit) => {
        const batch = this.log.slice(next, next + limit);
        next += batch.length;
        return batch;
      },
      waitForMore: async (timeoutMs) => {
        if (next < this.log.length) return;
        const stopWaiting = new AbortController();
        const woken = new Promise<void>((resolve) => this.wakeUps.push(resolve));
        await Promise.race([woken, delay(timeoutMs, undefined, { signal: stopWaiting.signal }).catch(() => undefined)]);
        stopWaiting.abort();
      },
      close: async () => undefined,
    };
  }

  private record(stream: string, version: number, event: EventToAppend): RecordedEvent {
    const position = BigInt(this.log.length + 1);
    const recorded: RecordedEvent = {
      // Converts to JSON and back like every other store, so that values that are not JSON fail here too.
      ...(JSON.parse(JSON.stringify(event)) as EventToAppend),
      stream,
      version,
      position: { epoch: 1, transactionId: position, position: position },
      recordedAt: event.metadata.occurredAt,
    };
    this.log.push(recorded);
    this.eventIds.add(event.eventId);
    return recorded;
  }
}
