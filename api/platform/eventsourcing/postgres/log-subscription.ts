import type { Pool } from 'pg';
import type { Hints } from '../../database/hints.js';
import type { LogSubscription } from '../event-store.js';
import { LOG_CHANNEL } from '../../database/wake-ups.js';
import type { LogPosition, RecordedEvent } from '../message.js';
import { EVENT_COLUMNS, type RecordedEventRow, toRecordedEvent } from './recorded-event-row.js';

/**
 * Selects only events whose transaction is older than every running one. An event that commits late therefore never appears before
 * a position that a reader has passed (docs/architecture.md#readers-of-the-log). All events of earlier epochs are settled. A single
 * statement uses a single snapshot. The columns are qualified, because a bare name in ORDER BY would mean the selected text, which
 * sorts 10 before 9.
 */
const SELECT_SETTLED = `
  select ${EVENT_COLUMNS}
  from log.events e
  where (e.epoch, e.transaction_id, e.position) > ($1::integer, $2::xid8, $3::bigint)
    and (e.epoch < (select max(epoch) from log.epochs) or e.transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
  order by e.epoch, e.transaction_id, e.position
  limit $4`;

/** Subscription to the log from a position on. NOTIFY only wakes a waiting reader sooner; every wait also ends by timeout. */
export class PostgresLogSubscription implements LogSubscription {
  private hintsSeen = 0;

  constructor(
    private readonly pool: Pool,
    private cursor: LogPosition,
    private readonly hints: Hints,
  ) {}

  async next(limit: number): Promise<readonly RecordedEvent[]> {
    this.hintsSeen = this.hints.count(LOG_CHANNEL);
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
    return this.hints.wait(LOG_CHANNEL, this.hintsSeen, timeoutMs);
  }

  async close(): Promise<void> {
    // Holds no resources between two reads.
  }
}
