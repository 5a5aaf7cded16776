import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';

/** Time for which the job of a new flight has precedence over the sweep. */
const LEFT_TO_THE_JOB = "interval '2 seconds'";
/** After this time, a flight whose module is still unknown is not flown again. */
const KEPT_FOR = "interval '7 days'";

/** Attempts whose flights are to be flown again, in `plain.flights_to_verify`. */
@Injectable()
export class FlightsToVerify {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Adds an attempt. A repeated call has no effect. */
  async add(attemptId: string): Promise<void> {
    await this.pool.query(
      `insert into plain.flights_to_verify (attempt_id, due_at) values ($1, now() + ${LEFT_TO_THE_JOB})
       on conflict do nothing`,
      [attemptId],
    );
  }

  /** Returns due attempts, the longest due first. */
  async due(limit: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ attempt_id: string }>(
      'select attempt_id from plain.flights_to_verify where due_at <= now() order by due_at limit $1',
      [limit],
    );
    return rows.map((row) => row.attempt_id);
  }

  async remove(attemptId: string): Promise<void> {
    await this.pool.query('delete from plain.flights_to_verify where attempt_id = $1', [attemptId]);
  }

  /** Makes an attempt due again after `seconds`. */
  async postpone(attemptId: string, seconds: number): Promise<void> {
    await this.pool.query(
      'update plain.flights_to_verify set due_at = now() + make_interval(secs => $2) where attempt_id = $1',
      [attemptId, seconds],
    );
  }

  /** Deletes attempts that could not be verified for a week. */
  async purge(): Promise<void> {
    await this.pool.query(`delete from plain.flights_to_verify where added_at < now() - ${KEPT_FOR}`);
  }
}
