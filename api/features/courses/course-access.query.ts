import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { notFound } from '../../platform/domain-error.js';
import { isStaffOf } from './course-staff.query.js';
import { type ClassWithCourse, CourseQuery, type CourseSummary } from './course.query.js';

/** Finds what the actor may see; anything else is not found, exactly like what is not there. */
@Injectable()
export class CourseAccessQuery {
  constructor(private readonly courses: CourseQuery) {}

  /** Never a deleted one: there is nothing to do with it any more. */
  async courseOfStaff(actor: Actor, courseId: string): Promise<CourseSummary> {
    const course = await this.courses.findCourse(courseId);
    if (!course || course.deleted || !isStaffOf(actor, course)) throw notFound('The course');
    return course;
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
}
