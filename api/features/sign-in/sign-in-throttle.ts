import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';

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

/** `retryAt` set: refuse without looking at the password until then. */
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
   * Counts the attempt as failed before the password is looked at; {@link forgive} takes it back. Attempts at one name
   * wait for each other, so that parallel guesses are counted exactly. A refused attempt is not counted, or waiting would
   * never help.
   */
  async begin(attempt: Attempt): Promise<ThrottleVerdict> {
    const now = this.clock.now();
    const attemptId = uuidv7();
    const decisive = await inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `sign-in ${attempt.nameHmac.toString('hex')}`,
      ]);
      const failure = await decisiveFailure(client, attempt, now);
      if (!failure) await countAsFailed(client, attemptId, attempt, now);
      return failure;
    });
    return { attemptId, retryAt: decisive && new Date(decisive.getTime() + WINDOW_MS) };
  }

  /** The password was not looked at after all. */
  async withdraw(attemptId: string): Promise<void> {
    await this.pool.query('delete from plain.sign_in_attempts where attempt_id = $1', [attemptId]);
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
}

async function countAsFailed(
  client: PoolClient,
  attemptId: string,
  { nameHmac, address }: Attempt,
  now: Date,
): Promise<void> {
  await client.query(
    'insert into plain.sign_in_attempts (attempt_id, name_hmac, address, attempted_at) values ($1, $2, $3, $4)',
    [attemptId, nameHmac, address, now],
  );
}

/** Of each count that is over its limit the failure that must leave the window first; the latest of these. */
async function decisiveFailure(client: PoolClient, { nameHmac, address }: Attempt, now: Date): Promise<Date | null> {
  const { rows } = await client.query<{ decisive: Date | null }>(
    `with counted as (
       select name_hmac, address, attempted_at from plain.sign_in_attempts
       where not forgiven and attempted_at > $3 and (name_hmac = $1 or address = $2)
     )
     select greatest(
       (select attempted_at from counted where name_hmac = $1 and address = $2 order by attempted_at desc offset $4 limit 1),
       (select attempted_at from counted where name_hmac = $1 order by attempted_at desc offset $5 limit 1),
       (select attempted_at from counted where address = $2 order by attempted_at desc offset $6 limit 1)
     ) as decisive`,
    [
      nameHmac,
      address,
      new Date(now.getTime() - WINDOW_MS),
      LIMITS.nameAndAddress - 1,
      LIMITS.name - 1,
      LIMITS.address - 1,
    ],
  );
  return rows[0]?.decisive ?? null;
}
