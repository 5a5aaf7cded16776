import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../clock.js';
import { DomainError } from '../domain-error.js';
import { inTransaction } from '../database/transaction.js';
import type { EventStore } from './event-store.js';

/** A value nobody else may have. `field` and `message` are what the person sees when somebody has it. */
export interface Claim {
  readonly kind: string;
  readonly value: string;
  readonly field: string;
  readonly message: string;
}

/** Who claims: the stream whose first event will carry the values. */
export interface ClaimOwner {
  readonly id: string;
  readonly stream: string;
}

/** An append takes seconds at most; what is pending longer has no future, or has happened unseen. */
const PENDING_MS = 10 * 60_000;

/**
 * Uniqueness as a fact of the write side, the same for every event store (architecture §5): reserved and committed before
 * the append, confirmed after it. The value itself is not kept, only its keyed hash.
 */
export class Claims {
  private readonly key: KeyObject;

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly clock: Clock,
    hmacSecret: string,
  ) {
    this.key = createSecretKey(Buffer.from(hmacSecret));
  }

  /** The keyed hash of a value, alike for all spellings that count as the same. Goes into events as hex. */
  hmac(kind: string, value: string): Buffer {
    return createHmac('sha256', this.key)
      .update(`${kind}\u0000${normalise(value)}`)
      .digest();
  }

  /**
   * Reserves all values for one owner, or none. Repeating it for the same owner is fine.
   * @throws DomainError ALREADY_TAKEN naming every field that somebody else has.
   */
  async reserve(owner: ClaimOwner, claims: readonly Claim[]): Promise<void> {
    await this.sweep(claims);
    const expiresAt = new Date(this.clock.now().getTime() + PENDING_MS);
    await inTransaction(this.pool, async (client) => {
      const taken: Claim[] = [];
      // In one order for everybody, so that two registrations that cross cannot deadlock.
      for (const claim of claims.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))) {
        const { rowCount } = await client.query(
          `insert into plain.claims (kind, hmac, owner_id, owner_stream, state, expires_at)
           values ($1, $2, $3, $4, 'pending', $5)
           on conflict (kind, hmac) do update set owner_id = excluded.owner_id where claims.owner_id = excluded.owner_id`,
          [claim.kind, this.hmac(claim.kind, claim.value), owner.id, owner.stream, expiresAt],
        );
        if (rowCount === 0) taken.push(claim);
      }
      if (taken.length > 0) throw alreadyTaken(taken);
    });
  }

  /**
   * Reserves, does the append in `work` (it gets the values' hashes in hex, for the event) and confirms. A refusal by a rule
   * gives the values back; after any other failure nobody knows whether the append went through, and {@link sweep} finds out.
   */
  async during<T>(
    owner: ClaimOwner,
    claims: readonly Claim[],
    work: (hmacs: readonly string[]) => Promise<T>,
  ): Promise<T> {
    await this.reserve(owner, claims);
    try {
      const result = await work(claims.map(({ kind, value }) => this.hmac(kind, value).toString('hex')));
      await this.confirm(owner.id);
      return result;
    } catch (error) {
      if (error instanceof DomainError) await this.release(owner.id, claims);
      throw error;
    }
  }

  /** The owner's stream exists: the values are theirs. */
  async confirm(ownerId: string): Promise<void> {
    await this.pool.query(
      "update plain.claims set state = 'confirmed', expires_at = null where owner_id = $1 and state = 'pending'",
      [ownerId],
    );
  }

  /** Gives pending values back. */
  async release(ownerId: string, claims?: readonly Claim[]): Promise<void> {
    const hmacs = claims?.map((claim) => this.hmac(claim.kind, claim.value)) ?? null;
    await this.pool.query(
      `delete from plain.claims
       where owner_id = $1 and state = 'pending' and ($2::bytea[] is null or hmac = any ($2))`,
      [ownerId, hmacs],
    );
  }

  /** Lets go of all that was an owner's: they are deleted, and others may have it. */
  async giveUp(ownerId: string): Promise<void> {
    await this.pool.query('delete from plain.claims where owner_id = $1', [ownerId]);
  }

  /** Whose value this is, null when it is nobody's. */
  async ownerOf(kind: string, value: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ owner_id: string }>({
      name: 'claim-owner',
      text: 'select owner_id from plain.claims where kind = $1 and hmac = $2',
      values: [kind, this.hmac(kind, value)],
    });
    return rows[0]?.owner_id ?? null;
  }

  /**
   * Settles what is pending for too long: confirmed when the owner's stream has events (a crash came between append and
   * confirmation), else removed. Of all values, or only of those somebody wants right now.
   */
  async sweep(wanted?: readonly Claim[]): Promise<void> {
    const hmacs = wanted?.map((claim) => this.hmac(claim.kind, claim.value)) ?? null;
    const { rows } = await this.pool.query<{ owner_id: string; owner_stream: string }>(
      `select distinct owner_id, owner_stream from plain.claims
       where state = 'pending' and expires_at < $1 and ($2::bytea[] is null or hmac = any ($2)) limit 100`,
      [this.clock.now(), hmacs],
    );
    for (const { owner_id, owner_stream } of rows) {
      const past = await this.store.readStream(owner_stream);
      if (past.length > 0) await this.confirm(owner_id);
      else await this.release(owner_id);
    }
  }
}

/** Case, compatibility forms and outer spaces do not make another name. */
const normalise = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

function alreadyTaken(taken: readonly Claim[]): DomainError {
  const errors = Object.fromEntries(taken.map(({ field, message }) => [field, [message]]));
  return new DomainError('ALREADY_TAKEN', taken[0]!.message, 409, errors);
}
