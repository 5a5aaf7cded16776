import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { DomainError } from '../domain-error.js';
import { inTransaction } from '../database/transaction.js';
import { type ClaimOwner, type ClaimRow, ClaimTable, inLockOrder } from './claim-table.js';
import type { EventStore } from './event-store.js';
import type { RecordedEvent } from './message.js';

/** A value that only one owner may have. The person sees `message` at `field` when the value is taken. */
export interface Claim {
  readonly kind: string;
  readonly value: string;
  readonly field: string;
  readonly message: string;
}

/** Claims that an owner holds while its event is appended. */
export interface HeldClaims {
  /** The hashes that the event carries, in hex and in the order of the claims. */
  readonly hmacs: readonly string[];
  /**
   * Extends the claims right before the append: they expire while the process is suspended, and another owner can then take them.
   * @throws DomainError ALREADY_TAKEN
   */
  extend(): Promise<void>;
}

/** Appends the event that carries the values. It passes the claims to the command, which extends them. */
export type ClaimedWork<T> = (held: HeldClaims) => Promise<T>;

/** Appends a compensating event, because another owner took a value between the last extension and the append. */
export type Compensate = () => Promise<unknown>;

/**
 * Enforces uniqueness on the write side, for every event store: claims are committed before the append and confirmed after it.
 * Only the keyed hash of a value is stored, with one row for each HMAC key. A value claimed under an older key, or by a node that
 * knows only the older key, is therefore rejected too. A pending claim expires after ten minutes. An append takes seconds at most,
 * so an expired claim has failed, its append has succeeded without a confirmation, or its process is suspended
 * (docs/decisions/0017-claims.md).
 */
export class Claims {
  private readonly keys: readonly KeyObject[];
  private readonly table: ClaimTable;

  /** @param hmacSecrets newest first: events get hashes made with the first one */
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    hmacSecrets: readonly string[],
  ) {
    this.keys = hmacSecrets.map((secret) => createSecretKey(Buffer.from(secret)));
    this.table = new ClaimTable(pool);
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
    return inTransaction(this.pool, async (client) => {
      const heldAs = new Map<Claim, Buffer | null>();
      for (const claim of sorted(claims)) {
        const hmacs = this.hmacs(claim.kind, claim.value);
        heldAs.set(claim, await this.table.reserve(client, owner, claim.kind, hmacs));
      }
      const taken = [...heldAs.keys()].filter((claim) => !heldAs.get(claim));
      if (taken.length > 0) throw alreadyTaken(taken);
      return claims.map((claim) => heldAs.get(claim)!);
    });
  }

  /**
   * Reserves, calls `work` to append the event, and confirms. When a rule rejects the command, the values are released. After any
   * other failure the outcome of the append is unknown, and {@link sweep} determines it.
   * @throws DomainError ALREADY_TAKEN, also after the append: then `compensate` has appended, and all values are released
   */
  async withClaims<T>(
    owner: ClaimOwner,
    claims: readonly Claim[],
    work: ClaimedWork<T>,
    compensate: Compensate,
  ): Promise<T> {
    const heldAs = await this.reserve(owner, claims);
    let result: T;
    try {
      result = await work(this.held(owner, claims, heldAs));
    } catch (error) {
      if (error instanceof DomainError) await this.withdraw(owner, claims);
      throw error;
    }
    // Also inserts values that a concurrent rejected request of the owner has released.
    const lost = await this.table.confirm(owner, this.rowsOf(claims, heldAs));
    if (lost.length === 0) return result;
    await compensate();
    await this.releaseAll(owner.id);
    throw alreadyTaken(claimsOf(lost, claims));
  }

  /**
   * Exchanges an owner's value of a kind for another. Both belong to the owner while `work` appends an event that carries the new
   * value's hash, in hex, as `<kind>Hmac`. The newest such event of the stream then decides which value remains. After a crash the
   * new value is pending, and {@link sweep} decides in the same way.
   * @throws DomainError ALREADY_TAKEN, also after the append: then `compensate` has appended the previous value
   */
  async replaceClaim<T>(owner: ClaimOwner, claim: Claim, work: ClaimedWork<T>, compensate: Compensate): Promise<T> {
    const heldAs = await this.reserve(owner, [claim]);
    const settle = () => this.settle(owner, claim.kind, heldAs[0]!);
    // Also marks a value that the owner has already: a concurrent change of the same owner would delete it as confirmed and unused.
    await this.table.makePending(owner.id, claim.kind, this.hmacs(claim.kind, claim.value));
    let result: T;
    try {
      result = await work(this.held(owner, [claim], heldAs));
    } catch (error) {
      // After any other failure the outcome of the append is unknown.
      if (error instanceof DomainError) await settle();
      throw error;
    }
    if (await settle()) return result;
    await compensate();
    await settle();
    throw alreadyTaken([claim]);
  }

  /**
   * Reserves a value that its owner is about to exchange until `until`. Call it from the `work` of {@link replaceClaim}. If `work` is
   * rejected, the value remains the owner's.
   */
  async reserveUntil(ownerId: string, kind: string, value: string, until: Date): Promise<void> {
    await this.table.makePending(ownerId, kind, [this.hmac(kind, value)], until);
  }

  /** Confirms all pending values of an owner whose stream exists. */
  confirm(ownerId: string): Promise<void> {
    return this.table.confirmAllOf(ownerId);
  }

  /** Releases the values of a rejected command. Values in the stream remain: a concurrent request of the same owner may have appended. */
  async withdraw(owner: ClaimOwner, claims: readonly Claim[]): Promise<void> {
    if ((await this.store.readStream(owner.stream)).length === 0) return this.release(owner.id, claims);
    for (const { kind, value } of claims)
      for (const hmac of this.hmacs(kind, value)) await this.settle(owner, kind, hmac);
  }

  /** Deletes pending claims of an owner: all, or those listed. */
  release(ownerId: string, claims?: readonly Claim[]): Promise<void> {
    return this.table.release(ownerId, this.hmacsOf(claims));
  }

  /** Deletes all claims of a deleted owner, so that others may use the values. */
  releaseAll(ownerId: string): Promise<void> {
    return this.table.releaseAll(ownerId);
  }

  /** Returns the owner of each value; values without an owner are left out. */
  async ownersOf(kind: string, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const byHmac = new Map(
      values.flatMap((value) => this.hmacs(kind, value).map((hmac) => [hmac.toString('hex'), value] as const)),
    );
    const owners = await this.table.ownersOf(
      kind,
      [...byHmac.keys()].map((hmac) => Buffer.from(hmac, 'hex')),
    );
    return new Map([...owners].map(([hmac, ownerId]) => [byHmac.get(hmac)!, ownerId]));
  }

  /** Returns the owner of a value, null when it has none. */
  async ownerOf(kind: string, value: string): Promise<string | null> {
    return (await this.ownersOf(kind, [value])).get(value) ?? null;
  }

  /**
   * Settles expired pending claims: of all values, or only of the `wanted` ones. A claim is removed when the owner's stream is
   * empty or carries another value of the kind. Otherwise it is confirmed, because the crash came after the append.
   */
  async sweep(wanted?: readonly Claim[]): Promise<void> {
    for (const { kind, hmac, ...owner } of await this.table.expired(this.hmacsOf(wanted))) {
      const past = await this.store.readStream(owner.stream);
      if (past.length === 0) await this.table.releaseExpired(owner.id);
      else if (storedClaim(past, kind)) await this.settle(owner, kind, hmac);
      else await this.confirm(owner.id);
    }
  }

  private held(owner: ClaimOwner, claims: readonly Claim[], heldAs: readonly Buffer[]): HeldClaims {
    return {
      hmacs: heldAs.map((hmac) => hmac.toString('hex')),
      extend: async () => {
        const lost = await this.table.extend(owner, this.rowsOf(claims, heldAs));
        if (lost.length > 0) throw alreadyTaken(claimsOf(lost, claims));
      },
    };
  }

  /** Returns the row of each claim under each key. */
  private rowsOf(claims: readonly Claim[], heldAs: readonly Buffer[]): ClaimRow[] {
    return sorted(claims).flatMap((claim) =>
      inLockOrder(this.hmacs(claim.kind, claim.value)).map((hmac) => ({
        kind: claim.kind,
        hmac,
        heldAs: heldAs[claims.indexOf(claim)]!,
      })),
    );
  }

  private hmacsOf(claims: readonly Claim[] | undefined): Buffer[] | null {
    return claims?.flatMap(({ kind, value }) => this.hmacs(kind, value)) ?? null;
  }

  /**
   * Keeps the owner's value of a kind that the stream carries; deletes `reserved` and confirmed values that it does not carry.
   * @returns false when the value that the stream carries belongs to another owner
   */
  private settle(owner: ClaimOwner, kind: string, reserved: Buffer): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      // Serializes settlements per owner; each one reads the stream after the previous one has committed.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [owner.id]);
      const carried = storedClaim(await this.store.readStream(owner.stream), kind);
      return carried === undefined || this.table.settle(client, owner, kind, { carried, reserved });
    });
  }
}

/** All callers use the same order, so that two concurrent registrations cannot deadlock. */
const sorted = (claims: readonly Claim[]): Claim[] => claims.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));

const claimsOf = (rows: readonly ClaimRow[], claims: readonly Claim[]): Claim[] =>
  claims.filter((claim) => rows.some(({ kind }) => kind === claim.kind));

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
