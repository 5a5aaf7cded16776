import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../../../platform/clock.js';
import { POOL } from '../../../../platform/database/pool.js';
import { DomainError } from '../../../../platform/domain-error.js';

const WINDOW_MS = 60 * 60_000;
const LIMIT = 20;

/**
 * Limits how often an administrator can learn that an e-mail address is registered. Changes by administrators take effect immediately, so
 * conflicts cannot be hidden from them.
 */
@Injectable()
export class EmailConflicts {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs `change` and counts a conflict when it is refused because the address is taken.
   * @throws DomainError TOO_MANY_REQUESTS after 20 conflicts within an hour
   */
  async run<T>(actorId: string, change: () => Promise<T>): Promise<T> {
    await this.assertBelowLimit(actorId);
    try {
      return await change();
    } catch (error) {
      if (error instanceof DomainError && error.code === 'ALREADY_TAKEN') await this.count(actorId);
      throw error;
    }
  }

  private async assertBelowLimit(actorId: string): Promise<void> {
    const { rows } = await this.pool.query<{ refused_at: Date }>(
      'select refused_at from plain.email_conflicts where user_id = $1 and refused_at > $2 order by refused_at desc offset $3 limit 1',
      [actorId, this.windowStart(), LIMIT - 1],
    );
    if (!rows[0]) return;
    const seconds = (rows[0].refused_at.getTime() + WINDOW_MS - this.clock.now().getTime()) / 1_000;
    const message = 'You have entered too many e-mail addresses that are already registered. Try again later.';
    throw new DomainError('TOO_MANY_REQUESTS', message, 429, undefined, Math.ceil(seconds));
  }

  private async count(actorId: string): Promise<void> {
    await this.pool.query('insert into plain.email_conflicts (user_id, refused_at) values ($1, $2)', [
      actorId,
      this.clock.now(),
    ]);
    await this.pool.query('delete from plain.email_conflicts where refused_at < $1', [this.windowStart()]);
  }

  private windowStart(): Date {
    return new Date(this.clock.now().getTime() - WINDOW_MS);
  }
}
