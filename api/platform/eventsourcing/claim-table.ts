import type { Pool, PoolClient } from 'pg';

/** The owner of a claim: the stream whose first event will carry the values. */
export interface ClaimOwner {
  readonly id: string;
  readonly stream: string;
}

/** One hash of a claimed value, and the hash of that value which the owner's event carries. */
export interface ClaimRow {
  readonly kind: string;
  readonly hmac: Buffer;
  readonly heldAs: Buffer;
}

/** An expired pending claim. */
export interface ExpiredClaim extends ClaimOwner {
  readonly kind: string;
  /** The hash that the owner's event would carry. */
  readonly hmac: Buffer;
}

/** Claims expire by the clock of the database, so a node whose clock is wrong cannot remove a claim that is in use. */
const EXPIRES_AT = "clock_timestamp() + interval '10 minutes'";

const EXTEND_OWN = `
  on conflict (kind, hmac) do update
  set expires_at = case when held.state = 'pending' then greatest(held.expires_at, excluded.expires_at) end
  where held.owner_id = excluded.owner_id`;

const ROWS = 'unnest($3::text[], $4::bytea[], $5::bytea[]) as wanted (kind, hmac, held_as)';

const EXTEND = `
  insert into plain.claims as held (kind, hmac, owner_id, owner_stream, state, expires_at, held_as)
  select kind, hmac, $1, $2, 'pending', ${EXPIRES_AT}, held_as from ${ROWS}
  ${EXTEND_OWN}
  returning kind, hmac`;

const CONFIRM = `
  insert into plain.claims as held (kind, hmac, owner_id, owner_stream, state, held_as)
  select kind, hmac, $1, $2, 'confirmed', held_as from ${ROWS}
  on conflict (kind, hmac) do update set state = 'confirmed', expires_at = null
  where held.owner_id = excluded.owner_id
  returning kind, hmac`;

/** The rows of claims, by owner, kind and hash. A row whose owner has appended is confirmed; until then it is pending and expires. */
export class ClaimTable {
  constructor(private readonly pool: Pool) {}

  /**
   * Inserts a row for each hash of a value, or extends the owner's own rows.
   * @param hmacs newest key first
   * @returns the hash that the owner's event carries, null when the value belongs to another owner
   */
  async reserve(client: PoolClient, owner: ClaimOwner, kind: string, hmacs: readonly Buffer[]): Promise<Buffer | null> {
    let heldAs = hmacs[0]!;
    let isTaken = false;
    for (const hmac of inLockOrder(hmacs)) {
      const { rows } = await client.query<{ heldAs: Buffer }>(
        `insert into plain.claims as held (kind, hmac, owner_id, owner_stream, state, expires_at, held_as)
         values ($1, $2, $3, $4, 'pending', ${EXPIRES_AT}, $5)
         ${EXTEND_OWN}
         returning coalesce(held_as, hmac) as "heldAs"`,
        [kind, hmac, owner.id, owner.stream, heldAs],
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

  /**
   * Confirms the value that the owner's stream carries, and deletes `reserved` and other confirmed values of that kind.
   * @returns false, without a change, when that value belongs to another owner
   */
  async settle(
    client: PoolClient,
    { id, stream }: ClaimOwner,
    kind: string,
    { carried, reserved }: { readonly carried: Buffer; readonly reserved: Buffer },
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `insert into plain.claims (kind, hmac, owner_id, owner_stream, state) values ($1, $2, $3, $4, 'confirmed')
       on conflict (kind, hmac) do update set state = 'confirmed', expires_at = null, held_as = null
       where claims.owner_id = excluded.owner_id`,
      [kind, carried, id, stream],
    );
    if (rowCount === 0) return false;
    await client.query(
      `update plain.claims set state = 'confirmed', expires_at = null
       where owner_id = $1 and kind = $2 and held_as = $3 and state = 'pending'`,
      [id, kind, carried],
    );
    await client.query(
      `delete from plain.claims
       where owner_id = $1 and kind = $2 and coalesce(held_as, hmac) <> $3
         and (state = 'confirmed' or coalesce(held_as, hmac) = $4)`,
      [id, kind, carried, reserved],
    );
    return true;
  }

  /** Extends pending rows, and inserts missing ones. @returns the rows that belong to another owner */
  extend(owner: ClaimOwner, rows: readonly ClaimRow[]): Promise<ClaimRow[]> {
    return this.write(EXTEND, owner, rows);
  }

  /** Confirms rows, and inserts missing ones. @returns the rows that belong to another owner */
  confirm(owner: ClaimOwner, rows: readonly ClaimRow[]): Promise<ClaimRow[]> {
    return this.write(CONFIRM, owner, rows);
  }

  /** Makes the owner's rows pending, so that they expire unless they are confirmed. `until` is never before their present expiry. */
  async makePending(ownerId: string, kind: string, hmacs: readonly Buffer[], until: Date | null = null): Promise<void> {
    await this.pool.query(
      `update plain.claims set state = 'pending', expires_at = greatest(expires_at, $4::timestamptz, ${EXPIRES_AT})
       where owner_id = $1 and kind = $2 and hmac = any ($3::bytea[])`,
      [ownerId, kind, hmacs, until],
    );
  }

  async confirmAllOf(ownerId: string): Promise<void> {
    await this.pool.query(
      "update plain.claims set state = 'confirmed', expires_at = null where owner_id = $1 and state = 'pending'",
      [ownerId],
    );
  }

  /** Deletes pending rows of an owner: all, or those listed. */
  async release(ownerId: string, hmacs: readonly Buffer[] | null): Promise<void> {
    await this.pool.query(
      `delete from plain.claims
       where owner_id = $1 and state = 'pending' and ($2::bytea[] is null or hmac = any ($2))`,
      [ownerId, hmacs],
    );
  }

  async releaseAll(ownerId: string): Promise<void> {
    await this.pool.query('delete from plain.claims where owner_id = $1', [ownerId]);
  }

  /** Deletes the expired rows of an owner. Rows that were extended since {@link expired} found them remain. */
  async releaseExpired(ownerId: string): Promise<void> {
    await this.pool.query(
      "delete from plain.claims where owner_id = $1 and state = 'pending' and expires_at < clock_timestamp()",
      [ownerId],
    );
  }

  /** Returns expired claims: at most 100, or those of the listed hashes. */
  async expired(hmacs: readonly Buffer[] | null): Promise<ExpiredClaim[]> {
    const { rows } = await this.pool.query<ExpiredClaim>(
      `select kind, coalesce(held_as, hmac) as hmac, owner_id as id, owner_stream as stream from plain.claims
       where state = 'pending' and expires_at < clock_timestamp() and ($1::bytea[] is null or hmac = any ($1)) limit 100`,
      [hmacs],
    );
    return rows;
  }

  /** Returns the owners of hashes, by hash in hex. */
  async ownersOf(kind: string, hmacs: readonly Buffer[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ hmac: Buffer; owner_id: string }>({
      name: 'claim-owners',
      text: 'select hmac, owner_id from plain.claims where kind = $1 and hmac = any ($2::bytea[])',
      values: [kind, hmacs],
    });
    return new Map(rows.map(({ hmac, owner_id }) => [hmac.toString('hex'), owner_id]));
  }

  private async write(statement: string, owner: ClaimOwner, rows: readonly ClaimRow[]): Promise<ClaimRow[]> {
    const written = await this.pool.query<{ kind: string; hmac: Buffer }>(statement, [
      owner.id,
      owner.stream,
      rows.map(({ kind }) => kind),
      rows.map(({ hmac }) => hmac),
      rows.map(({ heldAs }) => heldAs),
    ]);
    return rows.filter((row) => !written.rows.some(({ kind, hmac }) => kind === row.kind && hmac.equals(row.hmac)));
  }
}

/** Oldest key first, so that nodes that know fewer keys lock the same row first. */
export const inLockOrder = (hmacs: readonly Buffer[]): Buffer[] => hmacs.toReversed();
