import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.js';
import type { EventMetadata } from '../../platform/eventsourcing/message.js';
import { decryptWithAny, encrypt } from '../../platform/eventsourcing/personal-data-keys.js';
import type { NewUser } from './import-plan.js';

/** A user to be created. */
export interface ImportRow extends Omit<NewUser, 'line'> {
  readonly line: number;
  readonly userId: string;
}

/** Result of a row; `reason` is a sentence for people, null for a created account. */
export interface RowOutcome {
  readonly row: ImportRow;
  readonly reason: string | null;
}

interface HoldOptions {
  readonly pool: Pool;
  /** Newest key first. */
  readonly keys: readonly KeyObject[];
  readonly importId: string;
  readonly holder: string;
  /** An SQL interval. */
  readonly heldFor: string;
  readonly metadata: EventMetadata;
}

/** Exclusive right of one worker to process an import; it expires unless the worker makes progress. */
export class ImportLease {
  constructor(private readonly options: HoldOptions) {}

  /** Metadata of the requesting person, for the events of the created accounts. */
  get metadata(): EventMetadata {
    return this.options.metadata;
  }

  /** Returns the next pending rows, in the order of the file. */
  async next(limit: number): Promise<readonly ImportRow[]> {
    const { pool, keys, importId } = this.options;
    const { rows } = await pool.query<{ line: number; user_id: string; sealed: Buffer }>(
      `select line, user_id, sealed from plain.user_import_rows
       where import_id = $1 and outcome = 'pending' order by line limit $2`,
      [importId, limit],
    );
    return rows.map(({ line, user_id: userId, sealed }) => ({
      ...(JSON.parse(decryptWithAny(keys, sealed, importId).toString('utf8')) as Omit<NewUser, 'line'>),
      line,
      userId,
    }));
  }

  /**
   * Stores results of rows and renews the hold. A refused row keeps only the user name.
   * @throws Error when the hold was lost, so that a slow worker does not continue beside another
   */
  async settle(outcomes: readonly RowOutcome[]): Promise<void> {
    const { pool, keys, importId, holder, heldFor } = this.options;
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update plain.user_imports set progress_at = now(), held_until = now() + ${heldFor}
         where import_id = $1 and holder = $2 and ended_at is null`,
        [importId, holder],
      );
      if (rowCount !== 1) throw new Error(`Another worker is processing the import ${importId}.`);
      const sealed = ({ row, reason }: RowOutcome): Buffer | null =>
        reason === null ? null : encrypt(keys[0]!, JSON.stringify({ username: row.username }), importId);
      await client.query(
        `update plain.user_import_rows r
         set outcome = case when o.reason is null then 'made' else 'refused' end, reason = o.reason, sealed = o.sealed
         from unnest($2::integer[], $3::text[], $4::bytea[]) as o (line, reason, sealed)
         where r.import_id = $1 and r.line = o.line`,
        [
          importId,
          outcomes.map(({ row }) => row.line),
          outcomes.map(({ reason }) => reason),
          outcomes.map((outcome) => sealed(outcome)),
        ],
      );
    });
  }

  async end(): Promise<void> {
    await this.options.pool.query(
      `update plain.user_imports set ended_at = now(), held_until = '-infinity' where import_id = $1 and holder = $2`,
      [this.options.importId, this.options.holder],
    );
  }

  /** Returns whether no row was settled for `minutes`, so that further retries are useless. */
  async isStuck(minutes: number): Promise<boolean> {
    const { rowCount } = await this.options.pool.query(
      'select from plain.user_imports where import_id = $1 and progress_at < now() - make_interval(mins => $2)',
      [this.options.importId, minutes],
    );
    return rowCount === 1;
  }

  /** Lets another worker continue, immediately or after a pause. */
  async release(pauseSeconds: number): Promise<void> {
    await this.options.pool.query(
      `update plain.user_imports set held_until = now() + make_interval(secs => $3) - interval '1 millisecond'
       where import_id = $1 and holder = $2 and ended_at is null`,
      [this.options.importId, this.options.holder, pauseSeconds],
    );
  }
}
