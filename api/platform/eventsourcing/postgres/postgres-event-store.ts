import type { Pool } from 'pg';
import type { Hints } from '../../database/hints.js';
import type { AppendResult, EventStore, ExpectedVersion, LogSubscription, StreamPart } from '../event-store.js';
import { LOG_CHANNEL } from '../../database/wake-ups.js';
import { type EventToAppend, LOG_START, type LogPosition, type RecordedEvent } from '../message.js';
import { GroupAppend } from './group-append.js';
import { PostgresLogSubscription } from './log-subscription.js';
import { readParts } from './read-parts.js';
import { EVENT_COLUMNS, type RecordedEventRow, toRecordedEvent } from './recorded-event-row.js';

/** The log in PostgreSQL (docs/architecture.md#appends). */
export class PostgresEventStore implements EventStore {
  private readonly appends: GroupAppend;

  constructor(
    private readonly pool: Pool,
    private readonly hints: Hints,
  ) {
    this.appends = new GroupAppend(pool, () => hints.give(LOG_CHANNEL));
  }

  async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    if (events.length === 0) throw new Error('An append needs at least one event');
    return this.appends.append({ stream, expected, events });
  }

  async readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    const { rows } = await this.pool.query<RecordedEventRow>({
      name: 'read-stream',
      text: `select ${EVENT_COLUMNS} from log.events where stream = $1 and version >= $2 order by version`,
      values: [stream, from],
    });
    return rows.map(toRecordedEvent);
  }

  readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return readParts(this.pool, parts);
  }

  async head(): Promise<LogPosition> {
    const { rows } = await this.pool.query<{ epoch: number; transaction_id: string; position: string }>({
      name: 'log-head',
      text: `select e.epoch, e.transaction_id::text, e.position::text from log.events e
             order by e.epoch desc, e.transaction_id desc, e.position desc limit 1`,
    });
    const row = rows[0];
    if (!row) return LOG_START;
    return { epoch: row.epoch, transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
  }

  readAll(after: LogPosition): LogSubscription {
    return new PostgresLogSubscription(this.pool, after, this.hints);
  }

  /** Resolves when no append is queued or running. */
  drain(): Promise<void> {
    return this.appends.drain();
  }
}
