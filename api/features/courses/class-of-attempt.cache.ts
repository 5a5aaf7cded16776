import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { lruCache } from '../../platform/lru-cache.js';
import { BatchedCache } from '../../platform/batched-cache.js';
import { POOL } from '../../platform/database/pool.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { FollowedChanges } from '../../platform/eventsourcing/projecting/followed-changes.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import {
  type ClassFacts,
  findClassFacts,
  findRosterEntries,
  type ReadClassFacts,
  type ReadRosterEntry,
} from './class-facts.query.js';
import { courseStream } from './course.stream.js';
import { membershipStream } from './membership.stream.js';
import { classTimesByStream, dueAfter } from './running-class.js';
import { studentByStreams } from './roster-by-streams.js';
import { rosterKey } from './rosters.projection.js';

/** Times to live while the node may miss published changes. */
const CLASS_FRESH_MS = 1_000;
const ROSTER_FRESH_MS = 5_000;
/** Longer than the read models ever lag. A projected removal ends the period early. */
const REMOVAL_KNOWN_MS = 600_000;

/** The class of an attempt, as its player is concerned. Times are in ISO 8601. */
export interface ClassOfPlayer extends ClassFacts {
  readonly onRoster: boolean;
  /** Null for a player who was a member of the course when the class started, or is not on the roster. */
  readonly joinedAt: string | null;
}

const UNKNOWN_CLASS: ClassOfPlayer = {
  courseId: '',
  organizationId: null,
  startedAt: null,
  endedAt: null,
  onRoster: false,
  joinedAt: null,
};

/**
 * Facts about classes for the busiest route of the platform. They come from memory or the read model when those allow the
 * request. Before a rejection, they are checked against the streams. Memory keeps them until their change is published.
 */
@Injectable()
export class ClassOfAttemptCache {
  private readonly classes: BatchedCache<ReadClassFacts>;
  private readonly rosters: BatchedCache<ReadRosterEntry>;
  /** Roster places that this node has removed and that the read model may still contain. */
  private readonly removed = lruCache<true>(50_000, REMOVAL_KNOWN_MS);

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly progress: Progress,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    changes: FollowedChanges,
    live: LiveHub,
  ) {
    const kept = { changes, readAt: ({ sequence }: ReadClassFacts | ReadRosterEntry) => sequence };
    this.classes = new BatchedCache({
      kept,
      maxSize: 5_000,
      ttlMs: CLASS_FRESH_MS,
      load: (sessionIds) => findClassFacts(pool, sessionIds),
    });
    this.rosters = new BatchedCache({
      kept,
      maxSize: 50_000,
      ttlMs: ROSTER_FRESH_MS,
      load: async (keys) => {
        const places = keys.map((key) => key.split(':') as [string, string]);
        const found = await findRosterEntries(
          pool,
          places.map(([sessionId, userId]) => ({ sessionId, userId })),
        );
        return new Map(found.map((entry) => [rosterKey(entry.sessionId, entry.userId), entry]));
      },
    });
    live.onChange('class', (sessionIds) => sessionIds.forEach((sessionId) => this.classes.forget(sessionId)));
    live.onChange('roster-place', (places) => {
      for (const place of places) {
        this.rosters.forget(place);
        this.removed.delete(place);
      }
    });
    live.onReset(() => {
      this.classes.forgetAll();
      this.rosters.forgetAll();
      this.removed.clear();
    });
  }

  /** Returns the facts as of the read model; an unknown class is like one that the player has not joined. */
  async find(sessionId: string, userId: string): Promise<ClassOfPlayer> {
    const place = rosterKey(sessionId, userId);
    const [found, entry] = await Promise.all([this.classes.get(sessionId), this.rosters.get(place)]);
    if (!found) return UNKNOWN_CLASS;
    // This node knows removals that the read model may not contain yet.
    const isOnRoster = entry !== undefined && !this.removed.has(place);
    return { ...found.facts, onRoster: isOnRoster, joinedAt: entry?.joinedAt ?? null };
  }

  /** Makes this node check the streams for the student until the read model contains the removal. */
  removeFrom(sessionIds: Iterable<string>, userId: string): void {
    for (const sessionId of sessionIds) this.removed.set(rosterKey(sessionId, userId), true);
  }

  /**
   * Returns the facts from the streams and the clock at `now`. Before the start of a class, members of the course count as on
   * its roster. The error then asks them to wait instead of to join.
   * @throws DomainError 503 when the read model is behind the log; only the read model knows the course of a class.
   */
  async findByStreams(sessionId: string, userId: string, now: string): Promise<ClassOfPlayer> {
    let facts = await this.loadClass(sessionId);
    if (!facts) {
      await this.progress.catchUp();
      facts = await this.loadClass(sessionId);
    }
    if (!facts) return UNKNOWN_CLASS;
    const { courseId } = facts;
    const [course, membership] = await Promise.all([
      courseStream.of(courseId).read(this.store),
      membershipStream.of(courseId, userId).read(this.store),
    ]);
    const known = { ...facts, ...classTimesByStream(course, sessionId, now) };
    const { classes, member, joinedAt } = studentByStreams(userId, course, membership, dueAfter(course, now));
    return {
      ...known,
      onRoster: classes.has(sessionId) || (known.startedAt === null && member),
      joinedAt: joinedAt.get(sessionId) ?? null,
    };
  }

  private async loadClass(sessionId: string): Promise<ClassFacts | undefined> {
    return (await findClassFacts(this.pool, [sessionId])).get(sessionId)?.facts;
  }
}
