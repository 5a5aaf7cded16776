import { Inject, Injectable } from '@nestjs/common';
import { Credentials, type PasswordHash } from '../../platform/auth/credentials.js';
import { type Rights, RIGHTS_SOURCE, type RightsSource } from '../../platform/auth/rights.js';
import { Claims } from '../../platform/eventsourcing/claims.js';

/** Who a name and a password belong to. */
@Injectable()
export class Identity {
  constructor(
    private readonly claims: Claims,
    private readonly credentials: Credentials,
    @Inject(RIGHTS_SOURCE) private readonly rights: RightsSource,
  ) {}

  /** The name as it is counted and logged: hashed, alike for all spellings. */
  hmacOf(username: string): Buffer {
    return this.claims.hmac('username', username);
  }

  /** The user's id, null when nobody has this name. */
  find(username: string): Promise<string | null> {
    return this.claims.ownerOf('username', username);
  }

  /** Before anything is looked up. @throws DomainError 429 or 503 when more people wait than can be answered in time. */
  assertRoom(source: string): void {
    this.credentials.assertRoom(source);
  }

  /** Takes the same time for null, for an unknown person and for a wrong password; null for all three. */
  check(userId: string | null, password: string, source: string): Promise<PasswordHash | null> {
    return this.credentials.check(userId, password, source);
  }

  /** False for disabled people and organizations. */
  async canPlay(userId: string): Promise<boolean> {
    return (await this.rightsOf(userId))?.canPlay ?? false;
  }

  /** The person's rights at this moment; null for an unknown person. */
  async rightsOf(userId: string): Promise<Rights | null> {
    return (await this.rights.load([userId])).get(userId) ?? null;
  }
}
