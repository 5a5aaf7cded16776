import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/auth/actor.js';
import { POOL } from '../../platform/database/pool.js';
import { notFound } from '../../platform/domain-error.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { findRepeatedChange } from './change-course/repeated-change.query.js';
import { isStaffOf } from './course.policy.js';
import { type ClassWithCourse, CourseQuery, type CourseSummary } from './course.query.js';

/** Checks access to courses and classes. Those that the caller is not allowed to see are reported as not found. */
@Injectable()
export class CourseAccess {
  constructor(
    private readonly courses: CourseQuery,
    private readonly progress: Progress,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws DomainError 404, also for a deleted course, which cannot be changed any more */
  async courseOfStaff(actor: Actor, courseId: string): Promise<CourseSummary> {
    const course = await this.lookForStaff(actor, courseId);
    if (!course) throw notFound('The course');
    return course;
  }

  /** Like `courseOfStaff`, but waits for the read models before it rejects: the course may have just been created. */
  async courseToChange(actor: Actor, courseId: string): Promise<CourseSummary> {
    const course = await this.lookForStaff(actor, courseId);
    if (course) return course;
    await this.progress.catchUp();
    return this.courseOfStaff(actor, courseId);
  }

  /** Like `courseToChange`, but accepts a course that the same command has deleted, because the response may be lost. */
  async courseToDelete(actor: Actor, courseId: string, context: CommandContext): Promise<void> {
    try {
      await this.courseToChange(actor, courseId);
    } catch (error) {
      if (!(await this.hasDeleted(actor, courseId, context))) throw error;
    }
  }

  /** Returns a course to its staff and to its present and former students. */
  async courseOfMember(actor: Actor, courseId: string): Promise<CourseSummary & { readonly staff: boolean }> {
    const course = await this.courses.findCourse(courseId);
    if (!course || course.deleted) throw notFound('The course');
    const staff = isStaffOf(actor, course);
    if (!staff && !(await isCourseVisibleTo(this.pool, actor, courseId))) throw notFound('The course');
    return { ...course, staff };
  }

  async classOfStaff(actor: Actor, sessionId: string): Promise<ClassWithCourse> {
    const found = await this.courses.findClass(sessionId);
    if (!found || !isStaffOf(actor, found.course)) throw notFound('The class');
    return found;
  }

  /** Returns a class to staff and to the students on its roster. Only system admins can read classes of a deleted course. */
  async classOfMember(actor: Actor, sessionId: string): Promise<ClassWithCourse & { readonly staff: boolean }> {
    const found = await this.courses.findClass(sessionId);
    if (!found) throw notFound('The class');
    const staff = isStaffOf(actor, found.course);
    if (!staff && !(await this.courses.isOnRoster(sessionId, actor.userId))) throw notFound('The class');
    return { ...found, staff };
  }

  private async hasDeleted(actor: Actor, courseId: string, context: CommandContext): Promise<boolean> {
    const course = await this.courses.findCourse(courseId);
    if (!course?.deleted || !isStaffOf(actor, { ...course, deleted: false })) return false;
    const deletion = { type: 'DeleteCourse', now: context.metadata.occurredAt } as const;
    return (await findRepeatedChange(this.store, courseId, deletion, context)) !== undefined;
  }

  private async lookForStaff(actor: Actor, courseId: string): Promise<CourseSummary | null> {
    const course = await this.courses.findCourse(courseId);
    return course && !course.deleted && isStaffOf(actor, course) ? course : null;
  }
}

/** True for staff and for present and former students of the course; false once the course is deleted. */
export async function isCourseVisibleTo(
  pool: Pool,
  { userId, roles, organizationId }: Pick<Actor, 'userId' | 'roles' | 'organizationId'>,
  courseId: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ visible: boolean }>({
    name: 'visible-course',
    text: `select exists (
             select from read.courses c where c.course_id = $1 and c.deleted_at is null and (
               $2 or c.organization_id = $3 or c.owner_id = $4
               or exists (select from read.members m where m.course_id = c.course_id and m.user_id = $5)
               or exists (select from read.rosters r where r.course_id = c.course_id and r.user_id = $5 and r.removed_at is null
                          and r.moved_at is null))
           ) as visible`,
    values: [
      courseId,
      roles.includes('SystemAdmin'),
      roles.includes('OrganizationAdmin') ? organizationId : null,
      roles.includes('Instructor') ? userId : null,
      userId,
    ],
  });
  return rows[0]!.visible;
}

/**
 * True when the actor is staff of a course in which the user is or was a student: its instructor, or an admin of its
 * organization. Students without an organization may join any course, so the organization of the user does not decide.
 */
export async function isStaffOfSharedCourse(pool: Pool, actor: Actor, userId: string): Promise<boolean> {
  const ownerId = actor.roles.includes('Instructor') ? actor.userId : null;
  const organizationId = actor.roles.includes('OrganizationAdmin') ? actor.organizationId : null;
  if (ownerId === null && organizationId === null) return false;
  const { rows } = await pool.query<{ shared: boolean }>({
    name: 'shared-course',
    text: `select exists (
             select from read.courses c where (c.owner_id = $1 or c.organization_id = $2) and c.deleted_at is null and (
               exists (select from read.members m where m.course_id = c.course_id and m.user_id = $3)
               or exists (select from read.rosters r where r.course_id = c.course_id and r.user_id = $3 and r.removed_at is null
                          and r.moved_at is null))
           ) as shared`,
    values: [ownerId, organizationId, userId],
  });
  return rows[0]!.shared;
}
