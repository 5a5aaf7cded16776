import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { networkOf } from '../../../platform/client-network.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';

const MINUTE_MS = 60_000;
/** Every sign-in checks once, and a school may share one address. */
const A_MINUTE = 600;

/** Limits checks for pending resets from one network address, across all nodes. */
@Injectable()
export class CheckThrottle {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Counts a check. @throws DomainError 429 */
  async consume(address: string): Promise<void> {
    const now = this.clock.now().getTime();
    const minute = new Date(now - (now % MINUTE_MS));
    const { rows } = await this.pool.query<{ checks: number }>(
      `insert into plain.password_reset_checks as c (address, minute, checks) values ($1, $2, 1)
       on conflict (address, minute) do update set checks = c.checks + 1 returning checks`,
      [networkOf(address), minute],
    );
    if (rows[0]!.checks <= A_MINUTE) return;
    const seconds = (minute.getTime() + MINUTE_MS - now) / 1_000;
    throw new DomainError('TOO_MANY_REQUESTS', 'Too many requests. Try again later.', 429, undefined, seconds);
  }
}
