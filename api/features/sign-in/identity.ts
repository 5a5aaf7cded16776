import { Inject, Injectable } from '@nestjs/common';
import { Credentials, type PasswordHash } from '../../platform/auth/credentials.js';
import { type Rights, RIGHTS_SOURCE, type RightsSource } from '../../platform/auth/rights.js';
import { Claims } from '../../platform/eventsourcing/claims.js';

/** Resolves user names, passwords and rights for a sign-in. */
@Injectable()
export class Identity {
  constructor(
    private readonly claims: Claims,
    private readonly credentials: Credentials,
    @Inject(RIGHTS_SOURCE) private readonly rights: RightsSource,
  ) {}

  /** Returns the hash under which a name is counted and logged; equal for all spellings. */
  hmacOf(username: string): Buffer {
    return this.claims.hmac('username', username);
  }

  /** Returns the user's id, null for an unknown name. */
  find(username: string): Promise<string | null> {
    return this.claims.ownerOf('username', username);
  }

  /** Checks the hashing queue before any lookup. @throws DomainError 429 or 503 when more requests wait than can be answered in time. */
  assertCapacity(source: string): void {
    this.credentials.assertCapacity(source);
  }

  /** Verifies a password. Null for no user, an unknown user and a wrong password, all in the same time. */
  check(userId: string | null, password: string, source: string): Promise<PasswordHash | null> {
    return this.credentials.check(userId, password, source);
  }

  /** Returns false for disabled users and for members of unpaid organizations. */
  async canPlay(userId: string): Promise<boolean> {
    return (await this.rightsOf(userId))?.canPlay ?? false;
  }

  /** Returns the person's current rights; null for an unknown person. */
  async rightsOf(userId: string): Promise<Rights | null> {
    return (await this.rights.load([userId])).get(userId) ?? null;
  }
}
