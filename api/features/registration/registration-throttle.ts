import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { networkOf } from '../../platform/client-network.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/domain-error.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import type { RegistrationRefusal, RegistrationWay } from './registration.commands.js';

/** Kinds of counted attempts. A free account counts too. Wrong codes are counted for each network and each browser. */
type CountedOutcome = RegistrationRefusal | 'wrong-code' | 'wrong-code-of-browser' | 'registered';

/**
 * Limits of a network in an hour. Taken names would reveal who has an account, where no code is required. Declined cards would reveal which
 * stolen cards work. Passwords of registrations whose payment is open could be guessed. Free accounts are limited too: a school shares one
 * network, but one network must not fill the platform. An access code has 80 random bits and cannot be guessed, so its limits only reduce
 * noise. A browser has its own limit, so that it does not block its classroom. A correct code always passes.
 */
const LIMITS: Readonly<Record<CountedOutcome, number>> = {
  'wrong-code': 300,
  'wrong-code-of-browser': 10,
  'taken-name': 60,
  'declined-card': 10,
  'wrong-password': 10,
  registered: 60,
};

/** Mistakes that refuse a registration of each way from the start. */
const MISTAKES: Readonly<Record<RegistrationWay | 'undecided', readonly RegistrationRefusal[]>> = {
  'access-code': [],
  undecided: [],
  free: ['taken-name'],
  paid: ['declined-card', 'wrong-password'],
};
/** Mistakes that would help an attacker guess. */
const PROBES: ReadonlySet<CountedOutcome> = new Set([
  'taken-name',
  'declined-card',
  'wrong-password',
] satisfies RegistrationRefusal[]);

/** Above this number of mistakes from all addresses, an attack is assumed, and each address gets only three. */
const CEILING = 1_000;
const LIMIT_ABOVE_CEILING = 3;

const TOO_MANY_FAILED = 'Too many failed attempts. Try again later.';
const WRONG_CODES =
  'Too many wrong access codes. Ask your organization for the correct code. It is accepted at any time.';
const MESSAGES: Readonly<Partial<Record<CountedOutcome, string>>> = {
  registered: 'Too many accounts were created from your network. Try again later.',
  'wrong-code': WRONG_CODES,
  'wrong-code-of-browser': WRONG_CODES,
};

/** Counts outcomes of registrations in the database, so that the limits hold across restarts and nodes. */
@Injectable()
export class RegistrationThrottle {
  private readonly logger = new Logger(RegistrationThrottle.name);

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly claims: Claims,
  ) {}

  /** @throws DomainError 429 for an address with too many mistakes that matter to this way of registering. */
  async assertOpen(way: RegistrationWay | 'undecided', address: string): Promise<void> {
    for (const kind of MISTAKES[way]) await this.assertBelowLimit(this.pool, kind, this.hmacOf(address));
  }

  /** Counts one attempt. @throws DomainError 429 at the limit, also for concurrent requests. */
  count(kind: RegistrationRefusal | 'registered', address: string): Promise<void> {
    return this.countFor(kind, this.hmacOf(address));
  }

  /** Counts a wrong access code. @throws DomainError 429 beyond the limit of the browser or of its network */
  async countWrongCode(address: string, browserId: string | undefined): Promise<void> {
    if (browserId !== undefined)
      await this.countFor('wrong-code-of-browser', this.claims.hmac('registering-browser', browserId));
    await this.countFor('wrong-code', this.hmacOf(address));
  }

  private async countFor(kind: CountedOutcome, hmac: Buffer): Promise<void> {
    await this.pool.query("delete from plain.registration_refusals where refused_at < now() - interval '1 hour'");
    await inTransaction(this.pool, async (client) => {
      const lock = `registration ${kind} ${hmac.toString('hex')}`;
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      await this.assertBelowLimit(client, kind, hmac);
      await client.query('insert into plain.registration_refusals (kind, address_hmac) values ($1, $2)', [kind, hmac]);
    });
  }

  /**
   * Runs `work`, which creates an account. Counts the account first, so that concurrent requests cannot exceed the limit, and takes the
   * count back when a rule refuses it.
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

  /** Takes back the newest count of an attempt that was counted in advance. */
  async discount(kind: RegistrationRefusal | 'registered', address: string): Promise<void> {
    await this.pool.query(
      `delete from plain.registration_refusals where ctid = (
         select ctid from plain.registration_refusals where kind = $1 and address_hmac = $2
         order by refused_at desc limit 1 for update skip locked)`,
      [kind, this.hmacOf(address)],
    );
  }

  private async assertBelowLimit(
    client: Pick<Pool | PoolClient, 'query'>,
    kind: CountedOutcome,
    hmac: Buffer,
  ): Promise<void> {
    const { rows } = await client.query<{ all: number; ofNetwork: number; wait: number | null }>(
      `select count(*)::integer as all, (count(*) filter (where address_hmac = $2))::integer as "ofNetwork",
         ceil(extract(epoch from min(refused_at) filter (where address_hmac = $2) + interval '1 hour' - now()))::integer as wait
       from plain.registration_refusals where kind = $1 and refused_at > now() - interval '1 hour'`,
      [kind, hmac],
    );
    const { all, ofNetwork, wait } = rows[0]!;
    const isProbing = PROBES.has(kind) && all >= CEILING;
    if (isProbing) this.logger.warn(`${all} registrations were refused for ${kind} within an hour`);
    if (ofNetwork < (isProbing ? LIMIT_ABOVE_CEILING : LIMITS[kind])) return;
    throw new DomainError('TOO_MANY_REQUESTS', MESSAGES[kind] ?? TOO_MANY_FAILED, 429, undefined, wait ?? 60);
  }

  private hmacOf(address: string): Buffer {
    return this.claims.hmac('registering-address', networkOf(address));
  }
}
