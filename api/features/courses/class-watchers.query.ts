import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { BatchedCache } from '../../platform/batched-cache.js';
import { isStaffOf } from './course-staff.query.js';
import { type ClassWithCourse, CourseQuery, type RosterPlace } from './course.query.js';

/** As good as not remembered: what counts is that many who ask at the same moment are answered by one query. */
const FOR_ONE_MOMENT = { ttlMs: 1, maxSize: 5_000 };

/**
 * What somebody is to a class, for live topics: thousands watch one, and all of them are looked at again every few seconds.
 */
@Injectable()
export class ClassWatchersQuery {
  private readonly classes: BatchedCache<ClassWithCourse>;
  private readonly places: BatchedCache<RosterPlace>;

  constructor(courses: CourseQuery) {
    this.classes = new BatchedCache({
      load: async (ids) => new Map((await courses.findClasses(ids)).map((found) => [found.session.id, found])),
      ...FOR_ONE_MOMENT,
    });
    this.places = new BatchedCache({
      load: async (keys) =>
        new Map((await courses.findOnRosters(keys.map(placeOf))).map((place) => [keyOf(place), place])),
      ...FOR_ONE_MOMENT,
    });
  }

  /** By a valid id; also of a deleted course. */
  async find(sessionId: string): Promise<ClassWithCourse | null> {
    return (await this.classes.get(sessionId.toLowerCase())) ?? null;
  }

  /** Null for who is neither, and for whom the class does not exist. */
  async standing(actor: Actor, sessionId: string): Promise<'staff' | 'student' | null> {
    const found = await this.find(sessionId);
    if (!found) return null;
    if (isStaffOf(actor, found.course)) return 'staff';
    const place = { sessionId: found.session.id, userId: actor.userId };
    return !found.course.deleted && (await this.places.get(keyOf(place))) ? 'student' : null;
  }
}

const keyOf = ({ sessionId, userId }: RosterPlace): string => `${sessionId} ${userId}`;

function placeOf(key: string): RosterPlace {
  const [sessionId, userId] = key.split(' ') as [string, string];
  return { sessionId, userId };
}
