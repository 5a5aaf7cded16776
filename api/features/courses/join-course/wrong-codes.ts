import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';

const MAX_TRIES = 10;
const WINDOW_MINUTES = 10;

/** Six characters can be guessed: a person has ten wrong codes in ten minutes (decisions C4), on whichever node. */
@Injectable()
export class WrongCodes {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async count(userId: string): Promise<void> {
    await this.pool.query('insert into plain.wrong_course_codes (user_id) values ($1)', [userId]);
    await this.pool.query('delete from plain.wrong_course_codes where tried_at < now() - make_interval(mins => $1)', [
      WINDOW_MINUTES,
    ]);
  }

  /** @throws DomainError 429 */
  async refuseTooMany(userId: string): Promise<void> {
    const { rows } = await this.pool.query<{ tries: number; wait: number }>(
      `select count(*)::integer as tries,
              ceil(extract(epoch from min(tried_at) + make_interval(mins => $2) - now()))::integer as wait
       from plain.wrong_course_codes where user_id = $1 and tried_at > now() - make_interval(mins => $2)`,
      [userId, WINDOW_MINUTES],
    );
    const { tries, wait } = rows[0]!;
    if (tries < MAX_TRIES) return;
    throw new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Try again later.', 429, undefined, wait);
  }
}
