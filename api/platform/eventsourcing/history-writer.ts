import { type EventStore } from './event-store.js';
import type { LogWriter } from './copying/copy-log.js';
import { type EventToAppend, LOG_START, type RecordedEvent } from './message.js';
import type { PersonalDataVault } from './personal-data.js';
import type { EventSchemas } from './schema-checking-event-store.js';

/** An event with a time in the past and its stream. Its recorded time is the time it occurred. */
export interface PastEvent extends EventToAppend {
  readonly stream: string;
}

/** The log already contains other events. */
export class LogNotEmpty extends Error {
  constructor(stream: string) {
    super(`The demo history can only be written to an empty log, and this one has events of ${stream}.`);
    this.name = 'LogNotEmpty';
  }
}

const PAGE = 500;

/**
 * Writes events with times in the past, only into a log that has no other events. Events are read in log order, so an older event
 * appended after a newer one would invalidate earlier decisions.
 */
export class HistoryWriter {
  constructor(
    private readonly store: EventStore,
    private readonly writer: LogWriter,
    private readonly vault: PersonalDataVault,
    private readonly schemas: EventSchemas | undefined,
  ) {}

  /**
   * Writes all events in the order of their times, each stream in the order given. PostgreSQL writes all or none. A log that has
   * some of them from an earlier try gets the rest. `beside` names streams that may already exist.
   * @throws LogNotEmpty when the log has events of other streams
   */
  async write(events: readonly PastEvent[], beside: readonly string[]): Promise<void> {
    const versions = new Map<string, number>();
    const recorded = events
      .toSorted((a, b) => compareTimes(a.metadata.occurredAt, b.metadata.occurredAt))
      .map((event) => {
        this.schemas?.[event.type]?.parse(event.data);
        const version = versions.get(event.stream) ?? 0;
        versions.set(event.stream, version + 1);
        return { ...event, version, recordedAt: event.metadata.occurredAt, position: LOG_START };
      });
    await this.assertEmpty(new Set([...beside, ...versions.keys()]));
    const encrypted = await this.vault.encrypt(recorded);
    await this.writer.append(recorded.map((event, index): RecordedEvent => ({ ...event, ...encrypted[index]! })));
  }

  private async assertEmpty(streams: ReadonlySet<string>): Promise<void> {
    const present = this.store.readAll(LOG_START);
    try {
      for (;;) {
        const page = await present.next(PAGE);
        const foreign = page.find(({ stream }) => !streams.has(stream));
        if (foreign) throw new LogNotEmpty(foreign.stream);
        if (page.length === 0) return;
      }
    } finally {
      await present.close();
    }
  }
}

const compareTimes = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
