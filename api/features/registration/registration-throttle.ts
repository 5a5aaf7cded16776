import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/domain-error.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import type { Refusal } from './registration.commands.js';

/** A free account counts too: nobody needs many. */
type Counted = Refusal | 'registered';

/**
 * What an address may get wrong in an hour: access codes, names found to be taken where no code was asked for (or one
 * could ask who has an account), cards that are declined (or one could find out which stolen ones are good), and passwords of
 * registrations that are being paid. And how many free accounts come of it: a school's network has many people, but nobody
 * should fill the platform.
 */
const LIMITS: Readonly<Record<Counted, number>> = {
  'wrong-code': 10,
  'taken-name': 60,
  'declined-card': 10,
  'wrong-password': 10,
  registered: 60,
};

const MISTAKES = ['wrong-code', 'taken-name', 'declined-card', 'wrong-password'] as const satisfies readonly Refusal[];

/** So many mistakes of all addresses together are none any more: then three are enough for each. */
const CEILING = 1_000;
const LIMIT_ABOVE_CEILING = 3;

/** Counts in the database what came of registering, so that a restart or another node does not start anew. */
@Injectable()
export class RegistrationThrottle {
  private readonly logger = new Logger(RegistrationThrottle.name);

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly claims: Claims,
  ) {}

  /** @throws DomainError 429 for an address that has got too much wrong. */
  async assertOpen(address: string): Promise<void> {
    for (const kind of MISTAKES) await this.assertBelowLimit(this.pool, kind, this.hmacOf(address));
  }

  /** @throws DomainError 429 instead of counting beyond the limit, however many come at once. */
  async count(kind: Counted, address: string): Promise<void> {
    const hmac = this.hmacOf(address);
    await this.pool.query("delete from plain.registration_refusals where refused_at < now() - interval '1 hour'");
    await inTransaction(this.pool, async (client) => {
      const lock = `registration ${kind} ${hmac.toString('hex')}`;
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      await this.assertBelowLimit(client, kind, hmac);
      await client.query('insert into plain.registration_refusals (kind, address_hmac) values ($1, $2)', [kind, hmac]);
    });
  }

  /**
   * Makes an account in `work`. It is counted before, so that no crowd gets past the limit, and not any more when a rule
   * refuses it.
   */
  async makingAccount<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.count('registered', address);
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) await this.discount('registered', address);
      throw error;
    }
  }

  /** Of what was counted before it was known. */
  async discount(kind: Counted, address: string): Promise<void> {
    await this.pool.query(
      `delete from plain.registration_refusals where ctid = (
         select ctid from plain.registration_refusals where kind = $1 and address_hmac = $2
         order by refused_at desc limit 1 for update skip locked)`,
      [kind, this.hmacOf(address)],
    );
  }

  private async assertBelowLimit(client: Pick<Pool | PoolClient, 'query'>, kind: Counted, hmac: Buffer): Promise<void> {
    const { rows } = await client.query<{ all: number; mine: number; wait: number | null }>(
      `select count(*)::integer as all, (count(*) filter (where address_hmac = $2))::integer as mine,
         ceil(extract(epoch from min(refused_at) filter (where address_hmac = $2) + interval '1 hour' - now()))::integer as wait
       from plain.registration_refusals where kind = $1 and refused_at > now() - interval '1 hour'`,
      [kind, hmac],
    );
    const { all, mine, wait } = rows[0]!;
    const isProbing = kind !== 'registered' && all >= CEILING;
    if (isProbing) this.logger.warn(`${all} registrations were refused for ${kind} within an hour`);
    if (mine < (isProbing ? LIMIT_ABOVE_CEILING : LIMITS[kind])) return;
    const message =
      kind === 'registered'
        ? 'Too many accounts were made from your network. Try again later.'
        : 'Too many failed attempts. Try again later.';
    throw new DomainError('TOO_MANY_REQUESTS', message, 429, undefined, wait ?? 60);
  }

  private hmacOf(address: string): Buffer {
    return this.claims.hmac('registering-address', address);
  }
}
