import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../clock.js';
import { DomainError } from '../domain-error.js';
import { inTransaction } from '../database/transaction.js';
import type { EventStore } from './event-store.js';
import type { RecordedEvent } from './message.js';

/** A value that only one owner may have. The person sees `message` at `field` when the value is taken. */
export interface Claim {
  readonly kind: string;
  readonly value: string;
  readonly field: string;
  readonly message: string;
}

/** The owner of a claim: the stream whose first event will carry the values. */
export interface ClaimOwner {
  readonly id: string;
  readonly stream: string;
}

/** An append takes seconds at most. A claim pending for longer has failed, or its append has succeeded without a confirmation. */
const PENDING_MS = 10 * 60_000;

/**
 * Enforces uniqueness on the write side, for every event store: claims are committed before the append and confirmed after it.
 * Only the keyed hash of a value is stored, with one row for each HMAC key. A value claimed under an older key, or by a node that
 * knows only the older key, is therefore rejected too.
 */
export class Claims {
  private readonly keys: readonly KeyObject[];

  /** @param hmacSecrets newest first: events get hashes made with the first one */
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly clock: Clock,
    hmacSecrets: readonly string[],
  ) {
    this.keys = hmacSecrets.map((secret) => createSecretKey(Buffer.from(secret)));
  }

  /** Returns the keyed hash of a value under the newest key. Spellings that count as equal have the same hash. */
  hmac(kind: string, value: string): Buffer {
    return hmacWith(this.keys[0]!, kind, value);
  }

  /** Returns the {@link hmac} under every key, newest first. */
  hmacs(kind: string, value: string): Buffer[] {
    return this.keys.map((key) => hmacWith(key, kind, value));
  }

  /**
   * Reserves all values for one owner, or none. Safe to repeat for the same owner.
   * @returns the hash of each value that events carry: under the newest key, or under the key with which the owner claimed it
   * earlier
   * @throws DomainError ALREADY_TAKEN, with every field whose value belongs to another owner
   */
  async reserve(owner: ClaimOwner, claims: readonly Claim[]): Promise<readonly Buffer[]> {
    await this.sweep(claims);
    const expiresAt = new Date(this.clock.now().getTime() + PENDING_MS);
    return inTransaction(this.pool, async (client) => {
      const heldAs = new Map<Claim, Buffer | null>();
      // All callers use the same order, so that two concurrent registrations cannot deadlock.
      for (const claim of claims.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
        heldAs.set(claim, await this.insert(client, owner, claim, expiresAt));
      const taken = [...heldAs.keys()].filter((claim) => !heldAs.get(claim));
      if (taken.length > 0) throw alreadyTaken(taken);
      return claims.map((claim) => heldAs.get(claim)!);
    });
  }

  /**
   * Reserves, calls `work` with the values' hashes in hex to append the event, and confirms. When a rule rejects the command, the
   * values are released. After any other failure the outcome of the append is unknown, and {@link sweep} determines it.
   */
  async withClaims<T>(
    owner: ClaimOwner,
    claims: readonly Claim[],
    work: (hmacs: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const heldAs = await this.reserve(owner, claims);
    try {
      const result = await work(heldAs.map((hmac) => hmac.toString('hex')));
      await this.confirmAppended(owner, claims, heldAs);
      return result;
    } catch (error) {
      if (error instanceof DomainError) await this.withdraw(owner, claims);
      throw error;
    }
  }

  /**
   * Exchanges an owner's value of a kind for another. Both belong to the owner while `work` appends an event that carries the new
   * value's hash, in hex, as `<kind>Hmac`. The newest such event of the stream then decides which value remains. After a crash the
   * new value is pending, and {@link sweep} decides in the same way.
   */
  async replaceClaim<T>(owner: ClaimOwner, claim: Claim, work: (hmac: string) => Promise<T>): Promise<T> {
    const hmac = (await this.reserve(owner, [claim]))[0]!;
    // Also marks a value that the owner has already: a concurrent change of the same owner would delete it as confirmed and unused.
    await this.pool.query(
      "update plain.claims set state = 'pending', expires_at = $4 where owner_id = $1 and kind = $2 and hmac = any ($3::bytea[])",
      [owner.id, claim.kind, this.hmacs(claim.kind, claim.value), new Date(this.clock.now().getTime() + PENDING_MS)],
    );
    let result: T;
    try {
      result = await work(hmac.toString('hex'));
    } catch (error) {
      // After any other failure the outcome of the append is unknown.
      if (error instanceof DomainError) await this.confirmReplacement(owner, claim.kind, hmac);
      throw error;
    }
    await this.confirmReplacement(owner, claim.kind, hmac);
    return result;
  }

  /**
   * Reserves a value that its owner is about to exchange until `until`. Call it from the `work` of {@link replaceClaim}. If `work` is
   * rejected, the value remains the owner's.
   */
  async reserveUntil(ownerId: string, kind: string, value: string, until: Date): Promise<void> {
    await this.pool.query(
      "update plain.claims set state = 'pending', expires_at = $4 where owner_id = $1 and kind = $2 and hmac = $3",
      [ownerId, kind, this.hmac(kind, value), until],
    );
  }

  /** Confirms all pending values of an owner whose stream exists. */
  async confirm(ownerId: string): Promise<void> {
    await this.pool.query(
      "update plain.claims set state = 'confirmed', expires_at = null where owner_id = $1 and state = 'pending'",
      [ownerId],
    );
  }

  /** Releases the values of a rejected command. Values in the stream remain: a concurrent request of the same owner may have appended. */
  async withdraw(owner: ClaimOwner, claims: readonly Claim[]): Promise<void> {
    if ((await this.store.readStream(owner.stream)).length === 0) return this.release(owner.id, claims);
    for (const { kind, value } of claims)
      for (const hmac of this.hmacs(kind, value)) await this.confirmReplacement(owner, kind, hmac);
  }

  /** Deletes pending claims of an owner: all, or those listed. */
  async release(ownerId: string, claims?: readonly Claim[]): Promise<void> {
    const hmacs = claims?.flatMap((claim) => this.hmacs(claim.kind, claim.value)) ?? null;
    await this.pool.query(
      `delete from plain.claims
       where owner_id = $1 and state = 'pending' and ($2::bytea[] is null or hmac = any ($2))`,
      [ownerId, hmacs],
    );
  }

  /** Deletes all claims of a deleted owner, so that others may use the values. */
  async releaseAll(ownerId: string): Promise<void> {
    await this.pool.query('delete from plain.claims where owner_id = $1', [ownerId]);
  }

  /** Returns the owner of each value; values without an owner are left out. */
  async ownersOf(kind: string, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const byHmac = new Map(
      values.flatMap((value) => this.hmacs(kind, value).map((hmac) => [hmac.toString('hex'), value] as const)),
    );
    const { rows } = await this.pool.query<{ hmac: Buffer; owner_id: string }>(
      'select hmac, owner_id from plain.claims where kind = $1 and hmac = any ($2::bytea[])',
      [kind, [...byHmac.keys()].map((hmac) => Buffer.from(hmac, 'hex'))],
    );
    return new Map(rows.map(({ hmac, owner_id }) => [byHmac.get(hmac.toString('hex'))!, owner_id]));
  }

  /** Returns the owner of a value, null when it has none. */
  async ownerOf(kind: string, value: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ owner_id: string }>({
      name: 'claim-owner',
      text: 'select owner_id from plain.claims where kind = $1 and hmac = any ($2::bytea[])',
      values: [kind, this.hmacs(kind, value)],
    });
    return rows[0]?.owner_id ?? null;
  }

  /**
   * Settles expired pending claims: of all values, or only of the `wanted` ones. A claim is removed when the owner's stream is
   * empty or carries another value of the kind. Otherwise it is confirmed, because the crash came after the append.
   */
  async sweep(wanted?: readonly Claim[]): Promise<void> {
    const hmacs = wanted?.flatMap((claim) => this.hmacs(claim.kind, claim.value)) ?? null;
    const { rows } = await this.pool.query<{ kind: string; hmac: Buffer; id: string; stream: string }>(
      `select kind, coalesce(held_as, hmac) as hmac, owner_id as id, owner_stream as stream from plain.claims
       where state = 'pending' and expires_at < $1 and ($2::bytea[] is null or hmac = any ($2)) limit 100`,
      [this.clock.now(), hmacs],
    );
    for (const { kind, hmac, ...owner } of rows) {
      const past = await this.store.readStream(owner.stream);
      if (past.length === 0) await this.release(owner.id);
      else if (storedClaim(past, kind)) await this.confirmReplacement(owner, kind, hmac);
      else await this.confirm(owner.id);
    }
  }

  /** Adds a row for each key. @returns the hash that the owner's events carry, null when the value belongs to another owner */
  private async insert(
    client: PoolClient,
    owner: ClaimOwner,
    { kind, value }: Claim,
    expiresAt: Date,
  ): Promise<Buffer | null> {
    const hmacs = this.hmacs(kind, value);
    let heldAs = hmacs[0]!;
    let isTaken = false;
    // Oldest key first, so that nodes that know fewer keys lock the same row first.
    for (const hmac of hmacs.toReversed()) {
      const { rows } = await client.query<{ heldAs: Buffer }>(
        `insert into plain.claims (kind, hmac, owner_id, owner_stream, state, expires_at, held_as)
         values ($1, $2, $3, $4, 'pending', $5, $6)
         on conflict (kind, hmac) do update set owner_id = excluded.owner_id where claims.owner_id = excluded.owner_id
         returning coalesce(held_as, hmac) as "heldAs"`,
        [kind, hmac, owner.id, owner.stream, expiresAt, heldAs],
      );
      if (!rows[0]) return null;
      if (rows[0].heldAs.equals(heldAs)) continue;
      [heldAs, isTaken] = [rows[0].heldAs, true];
    }
    if (isTaken) {
      await client.query(
        'update plain.claims set held_as = $4 where kind = $1 and hmac = any ($2::bytea[]) and owner_id = $3',
        [kind, hmacs, owner.id, heldAs],
      );
    }
    return heldAs;
  }

  /** Confirms values that were just appended, also when a concurrent rejected request of the owner has released them. */
  private async confirmAppended(
    { id, stream }: ClaimOwner,
    claims: readonly Claim[],
    heldAs: readonly Buffer[],
  ): Promise<void> {
    const rows = claims.flatMap(({ kind, value }, nth) =>
      this.hmacs(kind, value).map((hmac) => ({ kind, hmac, heldAs: heldAs[nth]! })),
    );
    await this.pool.query(
      `insert into plain.claims (kind, hmac, owner_id, owner_stream, state, held_as)
       select kind, hmac, $3, $4, 'confirmed', held_as
       from unnest($1::text[], $2::bytea[], $5::bytea[]) as kept (kind, hmac, held_as)
       on conflict (kind, hmac) do update set state = 'confirmed', expires_at = null
       where claims.owner_id = excluded.owner_id`,
      [rows.map(({ kind }) => kind), rows.map(({ hmac }) => hmac), id, stream, rows.map((row) => row.heldAs)],
    );
  }

  /** Keeps the owner's value of a kind that the stream carries; deletes `reserved` and confirmed values that it does not carry. */
  private async confirmReplacement({ id, stream }: ClaimOwner, kind: string, reserved: Buffer): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      // Serializes settlements per owner; each one reads the stream after the previous one has committed.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
      const current = storedClaim(await this.store.readStream(stream), kind);
      if (!current) return;
      await client.query(
        `insert into plain.claims (kind, hmac, owner_id, owner_stream, state) values ($1, $2, $3, $4, 'confirmed')
         on conflict (kind, hmac) do update set state = 'confirmed', expires_at = null, held_as = null
         where claims.owner_id = excluded.owner_id`,
        [kind, current, id, stream],
      );
      await client.query(
        `update plain.claims set state = 'confirmed', expires_at = null
         where owner_id = $1 and kind = $2 and held_as = $3 and state = 'pending'`,
        [id, kind, current],
      );
      await client.query(
        `delete from plain.claims
         where owner_id = $1 and kind = $2 and coalesce(held_as, hmac) <> $3
           and (state = 'confirmed' or coalesce(held_as, hmac) = $4)`,
        [id, kind, current, reserved],
      );
    });
  }
}

/** Returns the hash in the newest event with a value of this kind; undefined for kinds that no event carries. */
function storedClaim(past: readonly RecordedEvent[], kind: string): Buffer | undefined {
  const field = `${kind}Hmac`;
  const data = past.findLast((event) => field in event.data)?.data as Record<string, string> | undefined;
  return data && Buffer.from(data[field]!, 'hex');
}

const hmacWith = (key: KeyObject, kind: string, value: string): Buffer =>
  createHmac('sha256', key)
    .update(`${kind}\u0000${normalise(value)}`)
    .digest();

/** Spellings that differ only in case, compatibility forms or outer spaces count as equal. */
const normalise = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

function alreadyTaken(taken: readonly Claim[]): DomainError {
  const errors = Object.fromEntries(taken.map(({ field, message }) => [field, [message]]));
  return new DomainError('ALREADY_TAKEN', taken[0]!.message, 409, errors);
}
