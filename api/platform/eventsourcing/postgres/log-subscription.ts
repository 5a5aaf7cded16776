import type { Pool } from 'pg';
import type { LogSubscription } from '../event-store.js';
import type { LogPosition, RecordedEvent } from '../message.js';
import { EVENT_COLUMNS, type RecordedEventRow, toRecordedEvent } from './recorded-event-row.js';

/**
 * Only events whose transaction is older than every running one: an event that commits late can then never appear before
 * a place the reader has passed. Events of an earlier epoch are all settled. One statement, so one snapshot (reliability A.1, 2).
 */
const SELECT_SETTLED = `
  select ${EVENT_COLUMNS}
  from log.events
  where (epoch, transaction_id, position) > ($1::integer, $2::xid8, $3::bigint)
    and (epoch < (select max(epoch) from log.epochs) or transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
  order by epoch, transaction_id, position
  limit $4`;

/** Follows the log from a place on; NOTIFY only makes it prompter, every wait also ends by itself. */
export class PostgresLogSubscription implements LogSubscription {
  constructor(
    private readonly pool: Pool,
    private cursor: LogPosition,
    private readonly waitForHint: (timeoutMs: number) => Promise<void>,
  ) {}

  async next(limit: number): Promise<readonly RecordedEvent[]> {
    const { epoch, transactionId, position } = this.cursor;
    const { rows } = await this.pool.query<RecordedEventRow>({
      name: 'select-settled',
      text: SELECT_SETTLED,
      values: [epoch, transactionId.toString(), position.toString(), limit],
    });
    const events = rows.map(toRecordedEvent);
    this.cursor = events.at(-1)?.position ?? this.cursor;
    return events;
  }

  waitForMore(timeoutMs: number): Promise<void> {
    return this.waitForHint(timeoutMs);
  }

  async close(): Promise<void> {
    // Nothing is held between two reads.
  }
}
