import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/domain-error.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import type { Refusal } from './registration.commands.js';

/**
 * What an address may get wrong in an hour: access codes, names found to be taken where no code was asked for (or one
 * could ask who has an account), and cards that are declined (or one could find out which stolen ones are good).
 */
const LIMITS: Readonly<Record<Refusal, number>> = { 'wrong-code': 10, 'taken-name': 60, 'declined-card': 10 };

/** So many of all addresses together are no mistakes any more: then three are enough for each. */
const CEILING = 1_000;
const LIMIT_ABOVE_CEILING = 3;

/** Counts in the database what went wrong while registering, so that a restart or another node does not start anew. */
@Injectable()
export class RegistrationThrottle {
  private readonly logger = new Logger(RegistrationThrottle.name);

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly claims: Claims,
  ) {}

  /** @throws DomainError 429 for an address that has got too much wrong. */
  async assertOpen(address: string): Promise<void> {
    for (const kind of Object.keys(LIMITS) as Refusal[])
      await this.assertBelowLimit(this.pool, kind, this.hmacOf(address));
  }

  /** @throws DomainError 429 instead of counting beyond the limit, however many come at once. */
  async count(kind: Refusal, address: string): Promise<void> {
    const hmac = this.hmacOf(address);
    await this.pool.query("delete from plain.registration_refusals where refused_at < now() - interval '1 hour'");
    await inTransaction(this.pool, async (client) => {
      const lock = `registration ${kind} ${hmac.toString('hex')}`;
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      await this.assertBelowLimit(client, kind, hmac);
      await client.query('insert into plain.registration_refusals (kind, address_hmac) values ($1, $2)', [kind, hmac]);
    });
  }

  private async assertBelowLimit(client: Pick<Pool | PoolClient, 'query'>, kind: Refusal, hmac: Buffer): Promise<void> {
    const { rows } = await client.query<{ all: number; mine: number; wait: number | null }>(
      `select count(*)::integer as all, (count(*) filter (where address_hmac = $2))::integer as mine,
         ceil(extract(epoch from min(refused_at) filter (where address_hmac = $2) + interval '1 hour' - now()))::integer as wait
       from plain.registration_refusals where kind = $1 and refused_at > now() - interval '1 hour'`,
      [kind, hmac],
    );
    const { all, mine, wait } = rows[0]!;
    if (all >= CEILING) this.logger.warn(`${all} registrations were refused for ${kind} within an hour`);
    if (mine < (all >= CEILING ? LIMIT_ABOVE_CEILING : LIMITS[kind])) return;
    throw new DomainError(
      'TOO_MANY_REQUESTS',
      'Too many failed attempts. Try again later.',
      429,
      undefined,
      wait ?? 60,
    );
  }

  private hmacOf(address: string): Buffer {
    return this.claims.hmac('registering-address', address);
  }
}
