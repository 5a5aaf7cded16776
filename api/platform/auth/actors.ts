import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import type { TokenSubject } from './access-tokens.js';
import { BatchedCache } from '../batched-cache.js';
import { FollowedChanges } from '../eventsourcing/projecting/followed-changes.js';
import { RefreshFamilies } from './refresh-families.js';
import { type Rights, RIGHTS_SOURCE, type RightsSource } from './rights.js';

/** Time after which an ended sign-in session takes effect, and changed rights while the node may miss published changes. */
const TTL_MS = 1_000;
const MAX_SIZE = 20_000;

/** Resolves token subjects to actors with current rights, at every request. */
@Injectable()
export class Actors {
  private readonly rights: BatchedCache<Rights>;
  private readonly owners: BatchedCache<string>;

  constructor(@Inject(RIGHTS_SOURCE) source: RightsSource, families: RefreshFamilies, changes: FollowedChanges) {
    const bounds = { ttlMs: TTL_MS, maxSize: MAX_SIZE };
    const kept = { changes, readAt: ({ sequence }: Rights) => sequence };
    this.rights = new BatchedCache({ ...bounds, kept, load: (ids) => source.load(ids) });
    this.owners = new BatchedCache({ ...bounds, load: (ids) => families.alive(ids) });
  }

  /** Returns the actor of a token; null when the sign-in session has ended, the person is disabled or their organization is unpaid. */
  async resolve({ userId, familyId }: TokenSubject): Promise<Actor | null> {
    const [owner, rights] = await Promise.all([this.owners.get(familyId), this.rights.get(userId)]);
    if (owner !== userId || !rights?.canPlay) return null;
    const { username, role, organizationId } = rights;
    return { userId, username, role, roles: [role], organizationId, familyId };
  }

  /** Makes this node load the rights of a person again at the next request. */
  forgetRights(userId: string): void {
    this.rights.forget(userId);
  }

  /** Makes this node load all rights again. */
  forgetAllRights(): void {
    this.rights.forgetAll();
  }

  /** Makes this node check at the next request whether a sign-in session is alive. */
  forgetFamily(familyId: string): void {
    this.owners.forget(familyId);
  }
}
