import type { Actor } from '../../platform/auth/actor.js';
import type { CourseScope, CourseSummary } from './course.query.js';

/**
 * True for staff of the course: its instructor, an admin of its organization, or a system admin. A deleted course is
 * readable for system admins only. To anyone else, the existence of the course must not be revealed.
 */
export function isStaffOf(actor: Actor, course: CourseSummary): boolean {
  if (actor.roles.includes('SystemAdmin')) return true;
  if (course.deleted) return false;
  if (actor.roles.includes('OrganizationAdmin'))
    return actor.organizationId !== null && actor.organizationId === course.organizationId;
  return actor.roles.includes('Instructor') && actor.userId === course.ownerId;
}

/** Returns the courses that the caller may list (docs/rules.md#visibility-of-courses). */
export function scopeOf(actor: Actor): CourseScope {
  if (actor.roles.includes('SystemAdmin')) return { kind: 'all' };
  if (actor.roles.includes('OrganizationAdmin') && actor.organizationId) {
    return { kind: 'organization', organizationId: actor.organizationId };
  }
  return { kind: 'owner', ownerId: actor.userId };
}

/** True when the student may join the course (docs/rules.md#joining-a-course). */
export const mayJoin = (actor: Actor, course: CourseSummary): boolean =>
  actor.organizationId === null ||
  actor.roles.includes('SystemAdmin') ||
  actor.organizationId === course.organizationId;
