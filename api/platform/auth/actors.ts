import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import type { TokenSubject } from './access-tokens.js';
import { BatchedCache } from '../batched-cache.js';
import { CLOCK, type Clock } from '../clock.js';
import { FollowedChanges } from '../eventsourcing/projecting/followed-changes.js';
import { EndedSessions } from './ended-sessions.js';
import { type AliveFamily, RefreshFamilies } from './refresh-families.js';
import { type Rights, RIGHTS_SOURCE, type RightsSource } from './rights.js';

/** Time after which changed rights and ended sign-in sessions take effect while the node may miss changes. */
const TTL_MS = 1_000;
const MAX_SIZE = 20_000;

/** Resolves token subjects to actors with current rights, at every request. */
@Injectable()
export class Actors {
  private readonly rights: BatchedCache<Rights>;
  private readonly sessions: BatchedCache<AliveFamily>;

  constructor(
    @Inject(RIGHTS_SOURCE) source: RightsSource,
    families: RefreshFamilies,
    changes: FollowedChanges,
    ended: EndedSessions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const bounds = { ttlMs: TTL_MS, maxSize: MAX_SIZE };
    this.rights = new BatchedCache({
      ...bounds,
      load: (ids) => source.load(ids),
      kept: { changes, readAt: ({ sequence }) => sequence },
    });
    this.sessions = new BatchedCache({
      ...bounds,
      load: (ids) => {
        ended.follow((familyId) => this.forgetFamily(familyId));
        return families.alive(ids);
      },
      kept: { changes: ended, readAt: () => ended.sequence },
    });
  }

  /** Returns the actor of a token; null when the sign-in session has ended, the person is disabled or their organization is unpaid. */
  async resolve({ userId, familyId }: TokenSubject): Promise<Actor | null> {
    const [session, rights] = await Promise.all([this.sessions.get(familyId), this.rights.get(userId)]);
    if (session?.userId !== userId || session.expiresAt <= this.clock.now() || !rights?.canPlay) return null;
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
    this.sessions.forget(familyId);
  }
}
