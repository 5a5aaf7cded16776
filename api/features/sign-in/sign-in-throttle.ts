import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';

const WINDOW_MS = 15 * 60_000;
const SUCCESS_WINDOW_MS = 60_000;
const RETENTION_MS = 90 * 24 * 60 * 60_000;

/**
 * Limits of sign-ins (docs/rules.md#throttling-of-sign-ins). Each address from which the account has signed in has its own count, and all
 * others share one. Many addresses together therefore get ten guesses and cannot lock the owner out. `address` limits guesses at many
 * accounts from one network, which may be a whole school. `successes` limits successful sign-ins in a minute, because each one stays in the
 * log.
 */
const LIMITS = { account: 10, address: 200, successes: 60 } as const;

export interface SignInAttempt {
  readonly nameHmac: Buffer;
  /** Network of the client as returned by `networkOf`: all addresses of one IPv6 network share their counts. */
  readonly network: string;
}

/**
 * Decision about an attempt. With `retryAt`, refuse without verifying the password until then. `lockedUntil` is set when the account's own
 * limit was reached.
 */
export interface ThrottleVerdict {
  readonly attemptId: string;
  readonly retryAt: Date | null;
  readonly lockedUntil: Date | null;
}

/** For each count over its limit, the time of the attempt that must leave the window first. */
interface ThrottleState {
  readonly account: Date | null;
  readonly address: Date | null;
  readonly success: Date | null;
}

/** Counts sign-ins and failed attempts in the database, so that the limits hold across restarts and nodes. */
@Injectable()
export class SignInThrottle {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts the attempt as failed before the password is verified; {@link forgive} takes it back. Attempts at one name are serialized, so
   * that parallel guesses are counted exactly. A refused attempt is not counted, because otherwise waiting would never help.
   */
  async begin(attempt: SignInAttempt): Promise<ThrottleVerdict> {
    const now = this.clock.now();
    const attemptId = uuidv7();
    const decisive = await inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `sign-in ${attempt.nameHmac.toString('hex')}`,
      ]);
      const found = await findDecisive(client, attempt, now);
      if (retryAtOf(found) === null) await countAsFailed(client, attemptId, attempt, now);
      return found;
    });
    const { account } = decisive;
    return { attemptId, retryAt: retryAtOf(decisive), lockedUntil: account && after(account, WINDOW_MS) };
  }

  /** Takes back an attempt whose password was not verified after all. */
  async withdraw(attemptId: string): Promise<void> {
    await this.pool.query('delete from plain.sign_in_attempts where attempt_id = $1', [attemptId]);
  }

  /** Takes back the failures of this account from this address, after a correct password. */
  async forgive({ nameHmac, network }: SignInAttempt): Promise<void> {
    await this.pool.query(
      'update plain.sign_in_attempts set forgiven = true where name_hmac = $1 and address = $2 and not forgiven',
      [nameHmac, network],
    );
  }

  /** Records a successful sign-in: forgives failures and marks the address as known for this account. */
  async succeed(attemptId: string, attempt: SignInAttempt): Promise<void> {
    await this.pool.query('update plain.sign_in_attempts set succeeded = true where attempt_id = $1', [attemptId]);
    await this.forgive(attempt);
  }

  /** Deletes attempts older than 90 days. */
  async purge(): Promise<void> {
    await this.pool.query('delete from plain.sign_in_attempts where attempted_at < $1', [
      before(this.clock.now(), RETENTION_MS),
    ]);
  }
}

async function countAsFailed(
  client: PoolClient,
  attemptId: string,
  { nameHmac, network }: SignInAttempt,
  now: Date,
): Promise<void> {
  await client.query(
    'insert into plain.sign_in_attempts (attempt_id, name_hmac, address, attempted_at) values ($1, $2, $3, $4)',
    [attemptId, nameHmac, network, now],
  );
}

async function findDecisive(
  client: PoolClient,
  { nameHmac, network }: SignInAttempt,
  now: Date,
): Promise<ThrottleState> {
  const { rows } = await client.query<ThrottleState>(
    `with failures as (
       select f.name_hmac, f.address, f.attempted_at,
         exists (
           select from plain.sign_in_attempts known
           where known.name_hmac = $1 and known.address = f.address and known.succeeded and known.attempted_at > $4
         ) as is_known
       from plain.sign_in_attempts f
       where not f.forgiven and f.attempted_at > $3 and f.name_hmac = $1
     ), asker as (
       select exists (
         select from plain.sign_in_attempts known
         where known.name_hmac = $1 and known.address = $2 and known.succeeded and known.attempted_at > $4
       ) as is_known
     )
     select
       (select f.attempted_at from failures f, asker a
        where case when a.is_known then f.address = $2 else not f.is_known end
        order by f.attempted_at desc offset $6 limit 1) as account,
       (select attempted_at from plain.sign_in_attempts
        where address = $2 and not forgiven and attempted_at > $3
        order by attempted_at desc offset $7 limit 1) as address,
       (select attempted_at from plain.sign_in_attempts
        where name_hmac = $1 and succeeded and attempted_at > $5
        order by attempted_at desc offset $8 limit 1) as success`,
    [
      nameHmac,
      network,
      before(now, WINDOW_MS),
      before(now, RETENTION_MS),
      before(now, SUCCESS_WINDOW_MS),
      LIMITS.account - 1,
      LIMITS.address - 1,
      LIMITS.successes - 1,
    ],
  );
  return rows[0]!;
}

/** Returns the time when all counts are below their limits again. */
function retryAtOf({ account, address, success }: ThrottleState): Date | null {
  const ends = [
    account && after(account, WINDOW_MS),
    address && after(address, WINDOW_MS),
    success && after(success, SUCCESS_WINDOW_MS),
  ].filter((end) => end !== null);
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);
const before = (moment: Date, milliseconds: number): Date => after(moment, -milliseconds);
