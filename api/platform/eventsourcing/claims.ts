import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../clock.js';
import { DomainError } from '../domain-error.js';
import { inTransaction } from '../database/transaction.js';
import type { EventStore } from './event-store.js';
import type { RecordedEvent } from './message.js';

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
 * Uniqueness as a fact of the write side, the same for every event store: reserved and committed before the append, confirmed
 * after it. The value itself is not kept, only its keyed hash: one row for each HMAC key, so that a value which was claimed
 * under an older key, or by a node that knows only that one, is refused as well.
 */
export class Claims {
  private readonly keys: readonly KeyObject[];

  /** @param hmacSecrets the newest first: events get hashes made with that one */
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly clock: Clock,
    hmacSecrets: readonly string[],
  ) {
    this.keys = hmacSecrets.map((secret) => createSecretKey(Buffer.from(secret)));
  }

  /** The keyed hash of a value under the newest key, alike for all spellings that count as the same. */
  hmac(kind: string, value: string): Buffer {
    return hmacWith(this.keys[0]!, kind, value);
  }

  /** {@link hmac} under every key, the newest first. */
  hmacs(kind: string, value: string): Buffer[] {
    return this.keys.map((key) => hmacWith(key, kind, value));
  }

  /**
   * Reserves all values for one owner, or none. Safe to repeat for the same owner.
   * @returns for each value the hash that events carry: of the newest key, or the one under which the owner has held it before
   * @throws DomainError ALREADY_TAKEN naming every field that somebody else has.
   */
  async reserve(owner: ClaimOwner, claims: readonly Claim[]): Promise<readonly Buffer[]> {
    await this.sweep(claims);
    const expiresAt = new Date(this.clock.now().getTime() + PENDING_MS);
    return inTransaction(this.pool, async (client) => {
      const heldAs = new Map<Claim, Buffer | null>();
      // In one order for everybody, so that two registrations that cross cannot deadlock.
      for (const claim of claims.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
        heldAs.set(claim, await this.insert(client, owner, claim, expiresAt));
      const taken = [...heldAs.keys()].filter((claim) => !heldAs.get(claim));
      if (taken.length > 0) throw alreadyTaken(taken);
      return claims.map((claim) => heldAs.get(claim)!);
    });
  }

  /**
   * Reserves, does the append in `work` (it gets the values' hashes in hex, for the event) and confirms. After a refusal by a
   * rule they are withdrawn; after any other failure nobody knows whether the append went through, and {@link sweep} finds out.
   */
  async during<T>(
    owner: ClaimOwner,
    claims: readonly Claim[],
    work: (hmacs: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const heldAs = await this.reserve(owner, claims);
    try {
      const result = await work(heldAs.map((hmac) => hmac.toString('hex')));
      await this.keep(owner, claims, heldAs);
      return result;
    } catch (error) {
      if (error instanceof DomainError) await this.withdraw(owner, claims);
      throw error;
    }
  }

  /**
   * Exchanges an owner's value of a kind for another. Both are theirs while `work` appends an event that carries the new
   * value's hash, in hex, as `<kind>Hmac`; then the newest such event of the stream tells which one stays. A crash leaves the
   * new value pending, and {@link sweep} asks the stream the same.
   */
  async replacing<T>(owner: ClaimOwner, claim: Claim, work: (hmac: string) => Promise<T>): Promise<T> {
    const hmac = (await this.reserve(owner, [claim]))[0]!;
    // Also a value they have had all along: what others of their changes find confirmed and out of use is given back.
    await this.pool.query(
      "update plain.claims set state = 'pending', expires_at = $4 where owner_id = $1 and kind = $2 and hmac = any ($3::bytea[])",
      [owner.id, claim.kind, this.hmacs(claim.kind, claim.value), new Date(this.clock.now().getTime() + PENDING_MS)],
    );
    let result: T;
    try {
      result = await work(hmac.toString('hex'));
    } catch (error) {
      // After any other failure nobody knows whether the append went through.
      if (error instanceof DomainError) await this.settle(owner, claim.kind, hmac);
      throw error;
    }
    await this.settle(owner, claim.kind, hmac);
    return result;
  }

  /**
   * Keeps a value that its owner is about to exchange reserved for them until `until`. To be called from the `work` of
   * {@link replacing}; if that is refused, the value is theirs as before.
   */
  async hold(ownerId: string, kind: string, value: string, until: Date): Promise<void> {
    await this.pool.query(
      "update plain.claims set state = 'pending', expires_at = $4 where owner_id = $1 and kind = $2 and hmac = $3",
      [ownerId, kind, this.hmac(kind, value), until],
    );
  }

  /** The owner's stream exists: the values are theirs. */
  async confirm(ownerId: string): Promise<void> {
    await this.pool.query(
      "update plain.claims set state = 'confirmed', expires_at = null where owner_id = $1 and state = 'pending'",
      [ownerId],
    );
  }

  /**
   * Gives values back that were reserved for something refused. Another request for the same owner may just have appended:
   * then what the stream carries stays theirs.
   */
  async withdraw(owner: ClaimOwner, claims: readonly Claim[]): Promise<void> {
    if ((await this.store.readStream(owner.stream)).length === 0) return this.release(owner.id, claims);
    for (const { kind, value } of claims)
      for (const hmac of this.hmacs(kind, value)) await this.settle(owner, kind, hmac);
  }

  /** Gives pending values back. */
  async release(ownerId: string, claims?: readonly Claim[]): Promise<void> {
    const hmacs = claims?.flatMap((claim) => this.hmacs(claim.kind, claim.value)) ?? null;
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

  /** Whose values these are; what is nobody's is left out. */
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

  /** Whose value this is, null when it is nobody's. */
  async ownerOf(kind: string, value: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ owner_id: string }>({
      name: 'claim-owner',
      text: 'select owner_id from plain.claims where kind = $1 and hmac = any ($2::bytea[])',
      values: [kind, this.hmacs(kind, value)],
    });
    return rows[0]?.owner_id ?? null;
  }

  /**
   * Settles what is pending for too long: removed when the owner's stream is empty or carries another value of the kind, else
   * confirmed (a crash came between append and confirmation). Of all values, or only of those somebody wants right now.
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
      else if (heldBy(past, kind)) await this.settle(owner, kind, hmac);
      else await this.confirm(owner.id);
    }
  }

  /** Adds a row for each key. @returns the hash that the owner's events carry, null when somebody else has the value */
  private async insert(
    client: PoolClient,
    owner: ClaimOwner,
    { kind, value }: Claim,
    expiresAt: Date,
  ): Promise<Buffer | null> {
    const hmacs = this.hmacs(kind, value);
    let heldAs = hmacs[0]!;
    let isHeld = false;
    // The oldest key first: nodes that know fewer keys lock the same row first.
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
      [heldAs, isHeld] = [rows[0].heldAs, true];
    }
    if (isHeld) {
      await client.query(
        'update plain.claims set held_as = $4 where kind = $1 and hmac = any ($2::bytea[]) and owner_id = $3',
        [kind, hmacs, owner.id, heldAs],
      );
    }
    return heldAs;
  }

  /** Confirms what an append has just carried, also when another request of the owner was refused and has withdrawn it. */
  private async keep({ id, stream }: ClaimOwner, claims: readonly Claim[], heldAs: readonly Buffer[]): Promise<void> {
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

  /** Of the owner's values of a kind the one in the stream stays; `reserved` and what was confirmed before are given back. */
  private async settle({ id, stream }: ClaimOwner, kind: string, reserved: Buffer): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      // One at a time of each owner, each with a newer look at the stream than the one before.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
      const held = heldBy(await this.store.readStream(stream), kind);
      if (!held) return;
      await client.query(
        `insert into plain.claims (kind, hmac, owner_id, owner_stream, state) values ($1, $2, $3, $4, 'confirmed')
         on conflict (kind, hmac) do update set state = 'confirmed', expires_at = null, held_as = null
         where claims.owner_id = excluded.owner_id`,
        [kind, held, id, stream],
      );
      await client.query(
        `update plain.claims set state = 'confirmed', expires_at = null
         where owner_id = $1 and kind = $2 and held_as = $3 and state = 'pending'`,
        [id, kind, held],
      );
      await client.query(
        `delete from plain.claims
         where owner_id = $1 and kind = $2 and coalesce(held_as, hmac) <> $3
           and (state = 'confirmed' or coalesce(held_as, hmac) = $4)`,
        [id, kind, held, reserved],
      );
    });
  }
}

/** The hash of an owner's value that the newest event with one carries; undefined for kinds that no event names so. */
function heldBy(past: readonly RecordedEvent[], kind: string): Buffer | undefined {
  const field = `${kind}Hmac`;
  const data = past.findLast((event) => field in event.data)?.data as Record<string, string> | undefined;
  return data && Buffer.from(data[field]!, 'hex');
}

const hmacWith = (key: KeyObject, kind: string, value: string): Buffer =>
  createHmac('sha256', key)
    .update(`${kind}\u0000${normalise(value)}`)
    .digest();

/** Case, compatibility forms and outer spaces do not make another name. */
const normalise = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

function alreadyTaken(taken: readonly Claim[]): DomainError {
  const errors = Object.fromEntries(taken.map(({ field, message }) => [field, [message]]));
  return new DomainError('ALREADY_TAKEN', taken[0]!.message, 409, errors);
}
