import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { BatchedCache } from '../../platform/batched-cache.js';
import { isStaffOf } from './course.policy.js';
import { type ClassWithCourse, CourseQuery, type CourseMembership, type RosterEntry } from './course.query.js';

/** Practically no caching. It only merges many requests of the same moment into one query. */
const MERGE_ONLY = { ttlMs: 1, maxSize: 5_000 };

/**
 * Checks the rights of watchers to classes and courses. Thousands watch one class, and each is checked again every few
 * seconds.
 */
@Injectable()
export class ClassWatchers {
  private readonly classes: BatchedCache<ClassWithCourse>;
  private readonly rosterEntries: BatchedCache<RosterEntry>;
  private readonly memberships: BatchedCache<CourseMembership>;

  constructor(courses: CourseQuery) {
    this.classes = new BatchedCache({
      load: async (ids) => new Map((await courses.findClasses(ids)).map((found) => [found.session.id, found])),
      ...MERGE_ONLY,
    });
    this.rosterEntries = new BatchedCache({
      load: async (keys) => {
        const places = keys.map(partsOf).map(([sessionId, userId]) => ({ sessionId, userId }));
        return new Map(
          (await courses.findOnRosters(places)).map((found) => [keyOf(found.sessionId, found.userId), found]),
        );
      },
      ...MERGE_ONLY,
    });
    this.memberships = new BatchedCache({
      load: async (keys) => {
        const memberships = keys.map(partsOf).map(([courseId, userId]) => ({ courseId, userId }));
        return new Map(
          (await courses.findMemberships(memberships)).map((found) => [keyOf(found.courseId, found.userId), found]),
        );
      },
      ...MERGE_ONLY,
    });
  }

  /** True when the actor is a member of a course that is not deleted. */
  async isMember({ userId }: Actor, courseId: string): Promise<boolean> {
    return (await this.memberships.get(keyOf(courseId.toLowerCase(), userId))) !== undefined;
  }

  /** Finds a class by a valid id, also of a deleted course. */
  async find(sessionId: string): Promise<ClassWithCourse | null> {
    return (await this.classes.get(sessionId.toLowerCase())) ?? null;
  }

  /** Returns the actor's role in the class, or null when the actor has none or the class does not exist. */
  async audienceOf(actor: Actor, sessionId: string): Promise<'staff' | 'student' | null> {
    const found = await this.find(sessionId);
    if (!found) return null;
    if (isStaffOf(actor, found.course)) return 'staff';
    const isOnRoster = await this.rosterEntries.get(keyOf(found.session.id, actor.userId));
    return !found.course.deleted && isOnRoster ? 'student' : null;
  }
}

const keyOf = (id: string, userId: string): string => `${id} ${userId}`;
const partsOf = (key: string) => key.split(' ') as [id: string, userId: string];
