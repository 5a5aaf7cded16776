import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CLOCK, type Clock } from '../clock.js';
import { POOL } from '../database/pool.js';
import { inTransaction } from '../database/transaction.js';
import type { PasswordHash } from './credentials.js';

/** Lifetime of an unused secret and of the browser's cookie. */
export const IDLE_SECONDS = 12 * 60 * 60;
const ABSOLUTE_SECONDS = 7 * 24 * 60 * 60;
/** Time in which a used secret is accepted again, for two tabs that refresh together. Later reuse means that the secret was stolen. */
const GRACE_SECONDS = 20;

export interface IssuedRefresh {
  readonly userId: string;
  readonly familyId: string;
  /** 256 random bits. Only the hash is stored. */
  readonly secret: string;
}

/** Device and address of a sign-in session, shown in the list of a person's sessions. */
export interface SessionOrigin {
  /** See `describeDevice`. */
  readonly device: string;
  readonly address: string | null;
}

/** A family that can still be used. */
export interface AliveFamily {
  readonly userId: string;
  readonly expiresAt: Date;
}

/** A sign-in session that can still be used, as its person sees it. */
export interface AliveSession {
  readonly familyId: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
}

export type Rotation =
  | ({ readonly outcome: 'rotated' } & IssuedRefresh)
  /** `endReason`: reason for which the family was ended before it expired; null for an unknown or expired secret. */
  | { readonly outcome: 'refused'; readonly endReason: string | null }
  | { readonly outcome: 'reused'; readonly userId: string; readonly familyId: string };

interface TokenRow {
  family_id: string;
  user_id: string;
  alive: boolean;
  used_at: Date | null;
  end_reason: string | null;
}

/** Sign-in sessions: one family per sign-in, with a new secret at every use. Reuse of an old secret ends the family. */
@Injectable()
export class RefreshFamilies {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts a family for a person whose password has just been verified; null when the password has changed since. The share lock
   * makes a concurrent password change wait for the new family, so that the change can end it. `created_at` uses the database's
   * clock, like the events that end families.
   */
  async start(userId: string, { hash }: PasswordHash, origin: SessionOrigin): Promise<IssuedRefresh | null> {
    const familyId = uuidv7();
    const now = this.clock.now();
    return inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        'select from plain.credentials where user_id = $1 and password_hash = $2 for share',
        [userId, hash],
      );
      if (rowCount !== 1) return null;
      await client.query(
        `insert into plain.refresh_families (family_id, user_id, created_at, expires_at, device, address, last_seen_at)
         values ($1, $2, clock_timestamp(), $3, $4, $5, $6)`,
        [familyId, userId, after(now, ABSOLUTE_SECONDS), origin.device, origin.address, now],
      );
      return { userId, familyId, secret: await issueSecret(client, familyId, now) };
    });
  }

  /** Exchanges a secret for the next one, and records time, device and address of the session's last use. */
  async rotate(secret: string, { device, address }: SessionOrigin): Promise<Rotation> {
    const now = this.clock.now();
    return inTransaction(this.pool, async (client): Promise<Rotation> => {
      const { rows } = await client.query<TokenRow>(
        `select t.family_id, f.user_id, t.used_at, f.end_reason, f.ended_at is null and f.expires_at > $2 and t.expires_at > $2 as alive
         from plain.refresh_tokens t join plain.refresh_families f using (family_id)
         where t.token_hash = $1 for update`,
        [hashOf(secret), now],
      );
      const token = rows[0];
      if (!token?.alive) return { outcome: 'refused', endReason: token?.end_reason ?? null };
      const { family_id: familyId, user_id: userId, used_at: usedAt } = token;
      if (usedAt && after(usedAt, GRACE_SECONDS) < now) {
        await endFamily(client, familyId, 'reused', now);
        return { outcome: 'reused', userId, familyId };
      }
      await client.query('update plain.refresh_tokens set used_at = coalesce(used_at, $2) where token_hash = $1', [
        hashOf(secret),
        now,
      ]);
      await client.query(
        'update plain.refresh_families set last_seen_at = $2, device = $3, address = $4 where family_id = $1',
        [familyId, now, device, address],
      );
      return { outcome: 'rotated', userId, familyId, secret: await issueSecret(client, familyId, now) };
    });
  }

  /** Returns the family and person of a secret, also if the family has ended; null for an unknown secret. */
  async findBySecret(secret: string): Promise<{ familyId: string; userId: string } | null> {
    const { rows } = await this.pool.query<{ family_id: string; user_id: string }>(
      `select f.family_id, f.user_id from plain.refresh_tokens join plain.refresh_families f using (family_id)
       where token_hash = $1`,
      [hashOf(secret)],
    );
    return rows[0] ? { familyId: rows[0].family_id, userId: rows[0].user_id } : null;
  }

  /** Ends a family. Returns false when it had already ended. */
  end(familyId: string, reason: string): Promise<boolean> {
    return endFamily(this.pool, familyId, reason, this.clock.now());
  }

  /** Ends every family of these people that started no later than `moment`, by the database's clock. */
  async endAllOf(userIds: readonly string[], reason: string, moment: Date): Promise<void> {
    await this.pool.query(
      `update plain.refresh_families set ended_at = $3, end_reason = $2
       where user_id = any ($1::uuid[]) and ended_at is null and created_at <= $4`,
      [userIds, reason, this.clock.now(), moment],
    );
  }

  /**
   * Ends every current family of a person except `kept`, within the transaction of `client` if one is given.
   * @returns all families of the person except `kept`, because another process may have ended some of them just before
   */
  async endEach(
    userId: string,
    reason: string,
    client: Pick<Pool, 'query'> = this.pool,
    kept: string | null = null,
  ): Promise<string[]> {
    await client.query(
      `update plain.refresh_families set ended_at = $3, end_reason = $2
       where user_id = $1 and ended_at is null and family_id is distinct from $4`,
      [userId, reason, this.clock.now(), kept],
    );
    const { rows } = await client.query<{ family_id: string }>(
      'select family_id from plain.refresh_families where user_id = $1 and family_id is distinct from $2',
      [userId, kept],
    );
    return rows.map(({ family_id: id }) => id);
  }

  /** Returns the owner of a family, whether it has ended or not; null for an unknown family. */
  async ownerOf(familyId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from plain.refresh_families where family_id = $1',
      [familyId],
    );
    return rows[0]?.user_id ?? null;
  }

  /** Returns the sessions of a person that can still be renewed: at most 100, the most recently used first. */
  async aliveOf(userId: string): Promise<AliveSession[]> {
    const { rows } = await this.pool.query<AliveSession>(
      `select family_id as "familyId", device, address, created_at as "startedAt",
         coalesce(last_seen_at, created_at) as "lastSeenAt"
       from plain.refresh_families f
       where user_id = $1 and ended_at is null and expires_at > $2
         and exists (select from plain.refresh_tokens t where t.family_id = f.family_id and t.expires_at > $2)
       order by "lastSeenAt" desc, family_id limit 100`,
      [userId, this.clock.now()],
    );
    return rows;
  }

  /** Returns the families that are alive, by id. */
  async alive(familyIds: readonly string[]): Promise<ReadonlyMap<string, AliveFamily>> {
    const { rows } = await this.pool.query<AliveFamily & { familyId: string }>({
      name: 'families-alive',
      text: `select family_id as "familyId", user_id as "userId", expires_at as "expiresAt" from plain.refresh_families
             where family_id = any ($1::uuid[]) and ended_at is null and expires_at > $2`,
      values: [familyIds, this.clock.now()],
    });
    return new Map(rows.map(({ familyId, ...family }) => [familyId, family]));
  }

  /** Deletes families that expired more than a day ago, with all their secrets. */
  async purge(): Promise<void> {
    await this.pool.query('delete from plain.refresh_families where expires_at < $1', [
      after(this.clock.now(), -24 * 60 * 60),
    ]);
  }
}

async function issueSecret(client: PoolClient, familyId: string, now: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await client.query(
    'insert into plain.refresh_tokens (token_hash, family_id, issued_at, expires_at) values ($1, $2, $3, $4)',
    [hashOf(secret), familyId, now, after(now, IDLE_SECONDS)],
  );
  return secret;
}

async function endFamily(client: Pick<Pool, 'query'>, familyId: string, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `update plain.refresh_families set ended_at = $2, end_reason = $3 where family_id = $1 and ended_at is null`,
    [familyId, now, reason],
  );
  return rowCount === 1;
}

/** Hashes a secret. 256 random bits cannot be guessed, so a fast hash is enough. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000);
