import type { PoolClient } from 'pg';
import type { OldestTransaction } from '../../contracts/system-status.contract.js';
import { MOST_EVENTS_COUNTED } from '../../contracts/system-status.rule.js';

interface TransactionRow {
  transaction_id: string;
  seconds: number | null;
  application: string;
  database_role: string;
  held_up: number;
}

/**
 * Selects the oldest transaction that writes. PostgreSQL shows its owner to every role, but its start only to the same role.
 * This query itself has no transaction id, because it does not write.
 */
const OLDEST = `
  select a.backend_xid::text as transaction_id, extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds,
         coalesce(a.application_name, '') as application, coalesce(a.usename, '') as database_role,
         (select count(*)::integer from (
            select from log.events e
            where e.epoch = (select max(epoch) from log.epochs) and e.transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
            limit $1) held) as held_up
  from pg_stat_activity a
  where a.backend_xid is not null
  order by age(a.backend_xid) desc limit 1`;

const MOST_CHARACTERS = 100;

/** Finds the transaction that readers of the log wait for, and remembers when it was first seen. */
export class OldestTransactionWatch {
  private seen: { transactionId: string; at: number } | undefined;

  /** Returns the oldest transaction that writes, or null when there is none. */
  async look(client: PoolClient): Promise<OldestTransaction | null> {
    const { rows } = await client.query<TransactionRow>({
      name: 'oldest-transaction',
      text: OLDEST,
      values: [MOST_EVENTS_COUNTED],
    });
    const row = rows[0];
    if (!row) {
      this.seen = undefined;
      return null;
    }
    if (this.seen?.transactionId !== row.transaction_id) {
      this.seen = { transactionId: row.transaction_id, at: performance.now() };
    }
    return {
      seconds: row.seconds ?? (performance.now() - this.seen.at) / 1_000,
      isAtLeast: row.seconds === null,
      application: row.application.slice(0, MOST_CHARACTERS),
      databaseRole: row.database_role.slice(0, MOST_CHARACTERS),
      heldUpEvents: row.held_up,
    };
  }
}
