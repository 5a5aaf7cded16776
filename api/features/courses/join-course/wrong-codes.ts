import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { DomainError } from '../../../platform/domain-error.js';

const MAX_TRIES = 10;
const WINDOW_MINUTES = 10;

/** One counted attempt to enter a code. */
export interface CodeAttempt {
  readonly userId: string;
  readonly triedAt: string;
}

/**
 * Limits the wrong course codes of a person across all nodes, because six characters can be guessed
 * (docs/rules.md#joining-a-course).
 */
@Injectable()
export class WrongCodes {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /**
   * Counts one try before the code is looked up, so that a burst of concurrent guesses cannot exceed the limit. The caller
   * gives the try back when the code is correct.
   * @throws DomainError 429
   */
  consume(userId: string): Promise<CodeAttempt> {
    return inTransaction(this.pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtextextended('wrong-course-codes ' || $1, 0))", [userId]);
      const { rows } = await client.query<{ tries: number; wait: number }>(
        `select count(*)::integer as tries,
                ceil(extract(epoch from min(tried_at) + make_interval(mins => $2) - now()))::integer as wait
         from plain.wrong_course_codes where user_id = $1 and tried_at > now() - make_interval(mins => $2)`,
        [userId, WINDOW_MINUTES],
      );
      const { tries, wait } = rows[0]!;
      if (tries >= MAX_TRIES)
        throw new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Try again later.', 429, undefined, wait);
      const taken = await client.query<CodeAttempt>(
        'insert into plain.wrong_course_codes (user_id) values ($1) returning user_id as "userId", tried_at::text as "triedAt"',
        [userId],
      );
      return taken.rows[0]!;
    });
  }

  async refund({ userId, triedAt }: CodeAttempt): Promise<void> {
    await this.pool.query(
      `delete from plain.wrong_course_codes
       where ctid = (select ctid from plain.wrong_course_codes where user_id = $1 and tried_at = $2 limit 1)`,
      [userId, triedAt],
    );
  }

  /** Deletes expired tries of all users. */
  async sweep(): Promise<void> {
    await this.pool.query('delete from plain.wrong_course_codes where tried_at < now() - make_interval(mins => $1)', [
      WINDOW_MINUTES,
    ]);
  }
}
