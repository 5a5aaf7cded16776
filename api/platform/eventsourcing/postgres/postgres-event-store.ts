import type { Pool } from 'pg';
import type { Hints } from '../../database/hints.js';
import type { AppendResult, EventStore, ExpectedVersion, LogSubscription } from '../event-store.js';
import type { EventToAppend, LogPosition, RecordedEvent } from '../message.js';
import { GroupAppend } from './group-append.js';
import { LOG_CHANNEL, PostgresLogSubscription } from './log-subscription.js';
import { EVENT_COLUMNS, type RecordedEventRow, toRecordedEvent } from './recorded-event-row.js';

/** The log in PostgreSQL; architecture §4 says why each statement is as it is. */
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

  readAll(after: LogPosition): LogSubscription {
    return new PostgresLogSubscription(this.pool, after, this.hints);
  }

  /** Resolves when no append is queued or under way. */
  drain(): Promise<void> {
    return this.appends.drain();
  }
}
