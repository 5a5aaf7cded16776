import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';

const WINDOW_MS = 15 * 60_000;
const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Failures in the window after which nobody is let try again (decisions A2). The first is what a person meets; the second
 * stops guessing at one account from many addresses, the third guessing at many accounts from one: a whole school may
 * sit behind that one.
 */
const LIMITS = { nameAndAddress: 10, name: 50, address: 200 } as const;

export interface Attempt {
  readonly nameHmac: Buffer;
  readonly address: string;
}

/** `retryAt` set: refuse without looking at the password. */
export interface ThrottleVerdict {
  readonly attemptId: string;
  readonly retryAt: Date | null;
}

/** Failed sign-ins, counted in the database so that a restart or another node does not start anew. */
@Injectable()
export class SignInThrottle {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts the attempt as failed before the password is looked at, so that parallel guesses count each other;
   * {@link forgive} takes it back. A refused attempt is not counted, or waiting would never help.
   */
  async begin({ nameHmac, address }: Attempt): Promise<ThrottleVerdict> {
    const attemptId = uuidv7();
    const now = this.clock.now();
    await this.pool.query(
      'insert into plain.sign_in_attempts (attempt_id, name_hmac, address, attempted_at) values ($1, $2, $3, $4)',
      [attemptId, nameHmac, address, now],
    );
    const decisive = await this.decisiveFailure(attemptId, { nameHmac, address }, now);
    if (!decisive) return { attemptId, retryAt: null };
    await this.pool.query('delete from plain.sign_in_attempts where attempt_id = $1', [attemptId]);
    return { attemptId, retryAt: new Date(decisive.getTime() + WINDOW_MS) };
  }

  /** The right password: what this person got wrong before from this address does not count any more. */
  async forgive({ nameHmac, address }: Attempt): Promise<void> {
    await this.pool.query(
      'update plain.sign_in_attempts set forgiven = true where name_hmac = $1 and address = $2 and not forgiven',
      [nameHmac, address],
    );
  }

  /** Forgets what is older than 90 days. */
  async purge(): Promise<void> {
    const limit = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.pool.query('delete from plain.sign_in_attempts where attempted_at < $1', [limit]);
  }

  /** Of each count that is over its limit the failure that must leave the window first; the latest of these. */
  private async decisiveFailure(attemptId: string, { nameHmac, address }: Attempt, now: Date): Promise<Date | null> {
    const { rows } = await this.pool.query<{ decisive: Date | null }>(
      `with counted as (
         select name_hmac, address, attempted_at from plain.sign_in_attempts
         where not forgiven and attempted_at > $3 and attempt_id <> $4 and (name_hmac = $1 or address = $2)
       )
       select greatest(
         (select attempted_at from counted where name_hmac = $1 and address = $2 order by attempted_at desc offset $5 limit 1),
         (select attempted_at from counted where name_hmac = $1 order by attempted_at desc offset $6 limit 1),
         (select attempted_at from counted where address = $2 order by attempted_at desc offset $7 limit 1)
       ) as decisive`,
      [
        nameHmac,
        address,
        new Date(now.getTime() - WINDOW_MS),
        attemptId,
        LIMITS.nameAndAddress - 1,
        LIMITS.name - 1,
        LIMITS.address - 1,
      ],
    );
    return rows[0]?.decisive ?? null;
  }
}
