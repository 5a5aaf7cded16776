import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/auth/actor.js';
import { POOL } from '../../platform/database/pool.js';
import { notFound } from '../../platform/domain-error.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { isStaffOf } from './course-staff.query.js';
import { type ClassWithCourse, CourseQuery, type CourseSummary } from './course.query.js';
import { isCourseVisibleTo } from './visible-course.query.js';

/** Finds what the actor may see; anything else is not found, exactly like what is not there. */
@Injectable()
export class CourseAccessQuery {
  constructor(
    private readonly courses: CourseQuery,
    private readonly progress: Progress,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** Never a deleted one: there is nothing to do with it any more. */
  async courseOfStaff(actor: Actor, courseId: string): Promise<CourseSummary> {
    const course = await this.lookForStaff(actor, courseId);
    if (!course) throw notFound('The course');
    return course;
  }

  /** The same for a change, which is not refused because the read models have not heard of the course yet. */
  async courseToChange(actor: Actor, courseId: string): Promise<CourseSummary> {
    const course = await this.lookForStaff(actor, courseId);
    if (course) return course;
    await this.progress.catchUp();
    return this.courseOfStaff(actor, courseId);
  }

  /** For staff and for who is or was a student of it. */
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

  /** For staff and for those on the roster; of a deleted course for system admins alone. */
  async classOfMember(actor: Actor, sessionId: string): Promise<ClassWithCourse & { readonly staff: boolean }> {
    const found = await this.courses.findClass(sessionId);
    if (!found) throw notFound('The class');
    const staff = isStaffOf(actor, found.course);
    if (!staff && !(await this.courses.isOnRoster(sessionId, actor.userId))) throw notFound('The class');
    return { ...found, staff };
  }

  private async lookForStaff(actor: Actor, courseId: string): Promise<CourseSummary | null> {
    const course = await this.courses.findCourse(courseId);
    return course && !course.deleted && isStaffOf(actor, course) ? course : null;
  }
}
