import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import type { TokenSubject } from './access-tokens.js';
import { BatchedCache } from '../batched-cache.js';
import { RefreshFamilies } from './refresh-families.js';
import { type Rights, RIGHTS_SOURCE, type RightsSource } from './rights.js';

/** A changed right, a disabled person or an ended sign-in counts after this time at the latest. */
const TTL_MS = 1_000;
const MAX_SIZE = 20_000;

/** Makes actors of token subjects with the rights of this moment; asked at every request. */
@Injectable()
export class Actors {
  private readonly rights: BatchedCache<Rights>;
  private readonly owners: BatchedCache<string>;

  constructor(@Inject(RIGHTS_SOURCE) source: RightsSource, families: RefreshFamilies) {
    const bounds = { ttlMs: TTL_MS, maxSize: MAX_SIZE };
    this.rights = new BatchedCache({ ...bounds, load: (ids) => source.load(ids) });
    this.owners = new BatchedCache({ ...bounds, load: (ids) => families.alive(ids) });
  }

  /** Null when the sign-in is over, or the person or their organization may not play any more. */
  async resolve({ userId, familyId }: TokenSubject): Promise<Actor | null> {
    const [owner, rights] = await Promise.all([this.owners.get(familyId), this.rights.get(userId)]);
    if (owner !== userId || !rights?.canPlay) return null;
    const { username, role, organizationId } = rights;
    return { userId, username, role, roles: [role], organizationId, familyId };
  }

  /** This node asks again at once what somebody may do. */
  forgetRights(userId: string): void {
    this.rights.forget(userId);
  }

  /** This node forgets at once that the sign-in was alive. */
  forgetFamily(familyId: string): void {
    this.owners.forget(familyId);
  }
}
