import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config, secretValues } from '../../config.js';
import { POOL } from '../../platform/database/pool.js';
import { decryptWithAny, encrypt } from '../../platform/eventsourcing/personal-data-keys.js';

/**
 * A registration that is about to be paid and has no account yet. Contains no card data: `paymentMethodId` is Stripe's name for the card.
 */
export interface PendingRegistration {
  readonly registrationId: string;
  readonly details: {
    readonly username: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly rankTitle: string;
    readonly nationality: number | null;
    readonly accessCode: string;
  };
  readonly passwordHash: string;
  readonly organizationId: string | null;
  readonly accessCodeId: string | null;
  readonly paymentMethodId: string;
  readonly priceId: string;
}

export interface StoredRegistration extends PendingRegistration {
  readonly ageMs: number;
}

interface Row {
  registration_id: string;
  sealed: Buffer;
  age_ms: number;
}

/** Longer than one call to Stripe with its retry; the hold is renewed before each call. */
const HELD_FOR = "interval '60 seconds'";
const SWEEP_ROWS = 50;

/**
 * Started registrations without an account. They are encrypted, so that neither the table nor a backup contains readable personal data, and
 * deleted when the payment ends. A worker on any node holds the registration it works on.
 */
@Injectable()
export class PendingRegistrations {
  /** Newest key first. */
  private readonly keys: readonly KeyObject[];

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) { secrets }: Config,
  ) {
    this.keys = secretValues(secrets.MASTER_KEY!).map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'ready-room pending registrations', 32))),
    );
  }

  /** Adds a registration that the caller holds from the start. Returns null, without a change, when it exists already. */
  async add({ registrationId, ...rest }: PendingRegistration): Promise<RegistrationLease | null> {
    const holder = randomUUID();
    const { rowCount } = await this.pool.query(
      `insert into plain.pending_registrations (registration_id, sealed, holder, held_until)
       values ($1, $2, $3, now() + ${HELD_FOR}) on conflict (registration_id) do nothing`,
      [registrationId, encrypt(this.keys[0]!, JSON.stringify(rest), registrationId), holder],
    );
    return rowCount === 1 ? new RegistrationLease(this.pool, registrationId, holder) : null;
  }

  async find(registrationId: string): Promise<StoredRegistration | null> {
    const { rows } = await this.pool.query<Row>(
      `select registration_id, sealed, (extract(epoch from now() - started_at) * 1000)::float8 as age_ms
       from plain.pending_registrations where registration_id = $1`,
      [registrationId],
    );
    return rows[0] ? this.decrypt(rows[0]) : null;
  }

  async forget(registrationId: string): Promise<void> {
    await this.pool.query('delete from plain.pending_registrations where registration_id = $1', [registrationId]);
  }

  /** Returns registrations that no worker holds and that are older than `minutes`, oldest first. */
  async abandoned(minutes: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<Pick<Row, 'registration_id'>>(
      `select registration_id from plain.pending_registrations
       where started_at < now() - make_interval(mins => $1) and held_until < now()
       order by started_at limit ${SWEEP_ROWS}`,
      [minutes],
    );
    return rows.map(({ registration_id: id }) => id);
  }

  /** Takes the hold of a registration. Null when another worker holds it or it no longer exists. */
  async lease(registrationId: string): Promise<RegistrationLease | null> {
    const holder = randomUUID();
    const { rowCount } = await this.pool.query(
      `update plain.pending_registrations set holder = $2, held_until = now() + ${HELD_FOR}
       where registration_id = $1 and held_until < now()`,
      [registrationId, holder],
    );
    return rowCount === 1 ? new RegistrationLease(this.pool, registrationId, holder) : null;
  }

  private decrypt({ registration_id: registrationId, sealed, age_ms: ageMs }: Row): StoredRegistration {
    const rest = JSON.parse(decryptWithAny(this.keys, sealed, registrationId).toString('utf8')) as PendingRegistration;
    return { ...rest, registrationId, ageMs };
  }
}

/** The exclusive right to work on one registration; expires unless it is renewed. */
export class RegistrationLease {
  constructor(
    private readonly pool: Pool,
    private readonly registrationId: string,
    private readonly holder: string,
  ) {}

  /**
   * Renews the hold; call it before every step. @throws Error when the hold has expired, so that a slow process does not continue beside
   * another.
   */
  async renew(): Promise<void> {
    const { rowCount } = await this.pool.query(
      `update plain.pending_registrations set held_until = now() + ${HELD_FOR}
       where registration_id = $1 and holder = $2 and held_until > now()`,
      [this.registrationId, this.holder],
    );
    if (rowCount !== 1) throw new Error(`Another request is processing the registration ${this.registrationId}.`);
  }

  async release(): Promise<void> {
    await this.pool.query(
      "update plain.pending_registrations set held_until = '-infinity' where registration_id = $1 and holder = $2",
      [this.registrationId, this.holder],
    );
  }
}
