import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { POOL } from '../../platform/database/pool.js';
import type { PasswordChanged, PasswordResetRequested } from '../people/user.events.js';

/** Origin of a reset. */
export type ResetKind = PasswordResetRequested['data']['by'];

/** Kind of a row for a password change without a reset; its `version` and hashes have no meaning. */
const SIGNED_IN = 'signed-in';
export type ChangedHow = PasswordChanged['data']['how'];

/** A reset that can be used. */
export interface Reset {
  /** Id of the event that requested the reset. */
  readonly id: string;
  readonly userId: string;
  readonly kind: ResetKind;
  readonly codeHash: Buffer;
}

export interface NewReset extends Reset {
  /** Version of the event on the user's stream: the newest reset wins. */
  readonly version: number;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** A changed password that is not recorded in the log yet. */
export interface UnrecordedUse {
  readonly id: string;
  readonly userId: string;
  readonly how: ChangedHow;
  readonly usedAt: Date;
}

const COLUMNS = 'r.reset_id as id, r.user_id as "userId", r.kind, r.code_hash as "codeHash"';
const NEWER = 'select from plain.password_resets newer where newer.user_id = r.user_id and newer.version > r.version';
const LINK_REPLACED = `exists (${NEWER} and (r.kind = 'link' or newer.kind <> 'link'))`;
const PENDING = "('admin', 'first-start', 'undo')";
/** A newer reset that expired unused does not replace an older one, which may be permanent. Parameter $2 is the present time. */
const REPLACED = `exists (${NEWER} and newer.kind in ${PENDING} and (newer.used_at is not null or newer.expires_at > $2))`;

/** Hashes that prove resets. A plain table, because events must not contain hashes that allow offline guessing. */
@Injectable()
export class ResetTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Stores a reset. Safe to run again. */
  async add({ id, userId, kind, version, tokenHash, codeHash, expiresAt }: NewReset): Promise<void> {
    await this.pool.query(
      `insert into plain.password_resets (reset_id, user_id, kind, version, token_hash, code_hash, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (reset_id) do nothing`,
      [id, userId, kind, version, tokenHash, codeHash, expiresAt],
    );
  }

  /** Returns the hash of the token that was issued for a reset, null before it is issued. */
  async tokenHashOf(id: string): Promise<Buffer | null> {
    const { rows } = await this.pool.query<{ token_hash: Buffer }>(
      'select token_hash from plain.password_resets where reset_id = $1',
      [id],
    );
    return rows[0]?.token_hash ?? null;
  }

  /**
   * Returns the reset of a mailed token: unused, not expired, and not replaced by a newer one. Anyone can request a link, so a newer link
   * replaces only links, never an invitation or an administrator's reset.
   */
  byToken(tokenHash: Buffer, now: Date): Promise<Reset | null> {
    return this.find(`r.token_hash = $1 and not ${LINK_REPLACED}`, [tokenHash, now]);
  }

  /** Returns whether {@link byToken} would find the reset by its token. */
  async isUsableByToken(id: string, now: Date): Promise<boolean> {
    return (await this.find(`r.reset_id = $1 and not ${LINK_REPLACED}`, [id, now])) !== null;
  }

  /** Returns the reset that refuses a person's old password until it is used or expired. */
  pendingOf(userId: string, now: Date): Promise<Reset | null> {
    return this.find(`r.user_id = $1 and r.kind in ${PENDING} and not ${REPLACED}`, [userId, now]);
  }

  /**
   * Returns the reset of a proof. A newer reset by an administrator invalidates the proof. A newer link does not, because anyone can
   * request one.
   */
  byProof(proofHash: Buffer, now: Date): Promise<Reset | null> {
    return this.find(`r.proof_hash = $1 and r.proof_expires_at > $2 and not ${REPLACED}`, [proofHash, now]);
  }

  /** Stores the proof of a reset; replaces an earlier proof. */
  async prove(resetId: string, proofHash: Buffer, expiresAt: Date): Promise<void> {
    await this.pool.query(
      'update plain.password_resets set proof_hash = $2, proof_expires_at = $3 where reset_id = $1',
      [resetId, proofHash, expiresAt],
    );
  }

  /** Marks a reset as used, with all others of its user. Returns false when it was used or has expired. */
  async use(client: PoolClient, { id, userId }: Reset, how: ChangedHow, now: Date): Promise<boolean> {
    const { rowCount } = await client.query(
      `update plain.password_resets set used_at = $2, used_as = $3
       where reset_id = $1 and used_at is null and expires_at > $2`,
      [id, now, how],
    );
    if (rowCount !== 1) return false;
    await client.query('update plain.password_resets set used_at = $2 where user_id = $1 and used_at is null', [
      userId,
      now,
    ]);
    return true;
  }

  /**
   * Stores that a signed-in person changed their password, so that it is recorded even after a crash. Invalidates every open reset. Returns
   * the id to record the change under.
   */
  async addUsed(client: PoolClient, userId: string, now: Date): Promise<string> {
    const id = uuidv7();
    const random = randomBytes(32);
    await client.query('update plain.password_resets set used_at = $2 where user_id = $1 and used_at is null', [
      userId,
      now,
    ]);
    await client.query(
      `insert into plain.password_resets (reset_id, user_id, kind, version, token_hash, code_hash, expires_at, used_at, used_as)
       values ($1, $2, $3, 0, $4, $4, $5, $5, $3)`,
      [id, userId, SIGNED_IN, random, now],
    );
    return id;
  }

  async markRecorded(resetId: string, now: Date): Promise<void> {
    await this.pool.query('update plain.password_resets set recorded_at = $2 where reset_id = $1', [resetId, now]);
  }

  /** Returns changes that a crash left unrecorded. */
  async unrecorded(before: Date): Promise<UnrecordedUse[]> {
    const { rows } = await this.pool.query<UnrecordedUse>(
      `select reset_id as id, user_id as "userId", used_as as how, used_at as "usedAt" from plain.password_resets
       where used_as is not null and recorded_at is null and used_at < $1 limit 100`,
      [before],
    );
    return rows;
  }

  /** Deletes resets that were used or expired before `limit`. */
  async purge(limit: Date): Promise<void> {
    await this.pool.query(
      `delete from plain.password_resets
       where coalesce(used_at, expires_at) < $1 and (used_as is null or recorded_at is not null)`,
      [limit],
    );
  }

  private async find(condition: string, [key, now]: [Buffer | string, Date]): Promise<Reset | null> {
    const { rows } = await this.pool.query<Reset>(
      `select ${COLUMNS} from plain.password_resets r where ${condition} and r.used_at is null and r.expires_at > $2
       order by r.version desc limit 1`,
      [key, now],
    );
    return rows[0] ?? null;
  }
}
