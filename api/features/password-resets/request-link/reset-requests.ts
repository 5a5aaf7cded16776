import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { networkOf } from '../../../platform/client-network.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { POOL } from '../../../platform/database/pool.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';

const WINDOW_MS = 60 * 60_000;
const RETENTION_MS = 24 * WINDOW_MS;
/** Limits in an hour: for one e-mail address, and for one network, which may be a whole school. */
const LIMITS = { email: 3, network: 60 } as const;

export interface OpenRequest {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
}

/** Requests for a link, stored in the same way for every e-mail address; they are processed after the response. */
@Injectable()
export class ResetRequests {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly claims: Claims,
  ) {}

  /** Stores a request. Beyond the limits it stores nothing, without an error. */
  async note(email: string, address: string): Promise<void> {
    const hmac = this.claims.hmac('email', email);
    const userId = await this.claims.ownerOf('email', email);
    const now = this.clock.now();
    await inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reset ${hmac.toString('hex')}`]);
      await client.query(
        `insert into plain.password_reset_requests (request_id, email_hmac, user_id, address, requested_at, network)
         select $1, $2, $3, $4, $5, $9
         where (select count(*) from plain.password_reset_requests where email_hmac = $2 and requested_at > $6) < $7
           and (select count(*) from plain.password_reset_requests where network = $9 and requested_at > $6) < $8`,
        [
          uuidv7(),
          hmac,
          userId,
          address,
          now,
          new Date(now.getTime() - WINDOW_MS),
          LIMITS.email,
          LIMITS.network,
          networkOf(address),
        ],
      );
    });
  }

  /** Returns unhandled requests of existing users. */
  async open(limit: number): Promise<OpenRequest[]> {
    const { rows } = await this.pool.query<OpenRequest>(
      `select request_id as id, user_id as "userId", address from plain.password_reset_requests
       where user_id is not null and handled_at is null order by requested_at limit $1`,
      [limit],
    );
    return rows;
  }

  async markHandled(id: string): Promise<void> {
    await this.pool.query('update plain.password_reset_requests set handled_at = $2 where request_id = $1', [
      id,
      this.clock.now(),
    ]);
  }

  async purge(): Promise<void> {
    const limit = new Date(this.clock.now().getTime() - RETENTION_MS);
    await this.pool.query('delete from plain.password_reset_requests where requested_at < $1', [limit]);
    await this.pool.query('delete from plain.password_reset_checks where minute < $1', [limit]);
  }
}
