import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../database/pool.js';
import { Passwords } from './passwords.js';

/** A password as it is stored, or will be once there is an account for it. */
export interface PasswordHash {
  readonly hash: string;
}

/** The passwords of the platform, as hashes. A plain table: no event ever carries one. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly passwords: Passwords,
  ) {}

  /** For a hash that is not an account's password yet. */
  matches({ hash }: PasswordHash, password: string, source?: string): Promise<boolean> {
    return this.passwords.verify(hash, password, source);
  }

  /** The first password of a new person. A repeat changes nothing: it must not be a way to somebody's password. */
  async create(userId: string, password: string | PasswordHash, now: Date, source?: string): Promise<void> {
    const hash = typeof password === 'string' ? await this.hashOfNewcomer(password, source) : password.hash;
    await this.pool.query(
      `insert into plain.credentials (user_id, password_hash, changed_at) values ($1, $2, $3)
       on conflict (user_id) do nothing`,
      [userId, hash, now],
    );
  }

  /**
   * For a person who gets an account later.
   * @throws DomainError 503 when more register than leave room for those who sign in
   */
  hashOfNewcomer(password: string, source?: string): Promise<string> {
    return this.passwords.hashOfNewcomer(password, source);
  }

  /** For a password that is set later: inside a transaction, which must not take that long, or when there is an account. */
  hash(password: string, source?: string): Promise<string> {
    return this.passwords.hash(password, source);
  }

  /** Whoever may do this has proved themselves by other means than the old password. */
  async replace(client: Pick<Pool, 'query'>, userId: string, hash: string, now: Date): Promise<void> {
    await client.query(
      `insert into plain.credentials (user_id, password_hash, changed_at) values ($1, $2, $3)
       on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
      [userId, hash, now],
    );
  }

  /** Replaces a hash that has just been verified; false when the password has been changed since. */
  async exchange(
    client: Pick<Pool, 'query'>,
    userId: string,
    present: PasswordHash,
    hash: string,
    now: Date,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      'update plain.credentials set password_hash = $3, changed_at = $4 where user_id = $1 and password_hash = $2',
      [userId, present.hash, hash, now],
    );
    return rowCount === 1;
  }

  /** @throws DomainError 429 or 503 when more passwords wait to be checked than can be in time. */
  assertRoom(source: string): void {
    this.passwords.assertRoom(source);
  }

  /** As {@link check}, for whoever needs no more than the answer. */
  async verify(userId: string | null, password: string, source?: string): Promise<boolean> {
    return (await this.check(userId, password, source)) !== null;
  }

  /**
   * The stored hash that the password fits, null when it is wrong. Never faster for somebody who does not exist. A hash of
   * weaker parameters is renewed when the password is right. `source` as of `hashingSourceOf`: whose turn it takes.
   */
  async check(userId: string | null, password: string, source?: string): Promise<PasswordHash | null> {
    const stored = userId === null ? null : await this.find(userId);
    const matches = await this.passwords.verify(stored, password, source);
    if (!matches || userId === null || stored === null) return null;
    if (!this.passwords.isOutdated(stored)) return { hash: stored };
    const renewed = await this.renew({ userId, stored }, password, source);
    // Somebody was faster, with a renewal or with another password.
    return renewed ?? this.check(userId, password, source);
  }

  private async find(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ password_hash: string }>(
      'select password_hash from plain.credentials where user_id = $1',
      [userId],
    );
    return rows[0]?.password_hash ?? null;
  }

  private async renew(
    { userId, stored }: { userId: string; stored: string },
    password: string,
    source: string | undefined,
  ): Promise<PasswordHash | null> {
    const hash = await this.passwords.hash(password, source);
    const { rowCount } = await this.pool.query(
      'update plain.credentials set password_hash = $3 where user_id = $1 and password_hash = $2',
      [userId, stored, hash],
    );
    return rowCount === 1 ? { hash } : null;
  }
}
