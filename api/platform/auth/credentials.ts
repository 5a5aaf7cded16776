import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../database/pool.js';
import { Passwords } from './passwords.js';

/** Hash of a password: stored, or to be stored when its account is created. */
export interface PasswordHash {
  readonly hash: string;
}

/** Password hashes of all accounts, in a plain table. Events never contain passwords or their hashes. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly passwords: Passwords,
  ) {}

  /** Returns whether a password matches a hash that is not stored for an account yet. */
  matches({ hash }: PasswordHash, password: string, source?: string): Promise<boolean> {
    return this.passwords.verify(hash, password, source);
  }

  /**
   * Stores the first password of a new account. Never replaces a stored password, so it cannot take over an account.
   * @returns false when another password is stored
   */
  async create(userId: string, password: string | PasswordHash, now: Date, source?: string): Promise<boolean> {
    const hash = typeof password === 'string' ? await this.hashOfNewcomer(password, source) : password.hash;
    const { rowCount } = await this.pool.query(
      `insert into plain.credentials (user_id, password_hash, changed_at) values ($1, $2, $3)
       on conflict (user_id) do nothing`,
      [userId, hash, now],
    );
    if (rowCount === 1) return true;
    const stored = await this.find(userId);
    return typeof password === 'string' ? this.passwords.verify(stored, password, source) : stored === hash;
  }

  /**
   * Hashes the password of a person whose account is created later.
   * @throws DomainError 429 or 503 when the queue is full; 503 when registrations take more than their share of it
   */
  hashOfNewcomer(password: string, source?: string): Promise<string> {
    return this.passwords.hashOfNewcomer(password, source);
  }

  /** Hashes a password that is stored later: hashing takes too long for a transaction, and the account may not exist yet. */
  hash(password: string, source?: string): Promise<string> {
    return this.passwords.hash(password, source);
  }

  /** Replaces a password without checking the old one. The caller must have verified the person in another way. */
  async replace(client: Pick<Pool, 'query'>, userId: string, hash: string, now: Date): Promise<void> {
    await client.query(
      `insert into plain.credentials (user_id, password_hash, changed_at) values ($1, $2, $3)
       on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
      [userId, hash, now],
    );
  }

  /** Replaces a hash that has just been verified. Returns false when the password has changed since. */
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

  /**
   * Rejects early, without hashing, when the queue has no room for this source.
   * @throws DomainError 429 or 503 when more passwords wait than can be checked in time
   */
  assertCapacity(source: string): void {
    this.passwords.assertCapacity(source);
  }

  /** Same as {@link check}, for callers that do not need the hash. */
  async verify(userId: string | null, password: string, source?: string): Promise<boolean> {
    return (await this.check(userId, password, source)) !== null;
  }

  /**
   * Checks a password. Takes as long for an account that does not exist. Renews an outdated hash (weaker parameters or an older
   * pepper) when the password is correct.
   * @param source source in the queue, see `hashingSourceOf`
   * @returns the stored hash, null when the password is wrong
   */
  async check(userId: string | null, password: string, source?: string): Promise<PasswordHash | null> {
    const stored = userId === null ? null : await this.find(userId);
    const matches = await this.passwords.verify(stored, password, source);
    if (!matches || userId === null || stored === null) return null;
    if (!this.passwords.isOutdated(stored)) return { hash: stored };
    const renewed = await this.renew({ userId, stored }, password, source);
    // A concurrent request has renewed the hash or changed the password.
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
