import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  type ClassSession,
  type Group,
  GroupsQuery,
  type GroupWithSession,
} from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Authenticated, Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../course-access.policy.js';
import { scopeOf } from '../course.policy.js';
import { CourseQuery, type CourseSummary } from '../course.query.js';
import { toGroup } from '../to-group.js';
import { chosenCourses, resultsFirst } from './results-first.js';

/** Routes that read courses (docs/rules.md#visibility-of-courses). */
@Controller('groups')
@Roles(...STAFF)
export class GroupsController {
  constructor(
    private readonly courses: CourseQuery,
    private readonly access: CourseAccess,
  ) {}

  @Get()
  async list(@Query({ schema: GroupsQuery }) query: GroupsQuery, @CurrentActor() actor: Actor): Promise<Group[]> {
    const { ownerUserId: ownerId, ownerOrganizationId: organizationId } = query;
    return this.toGroups(await this.courses.listCourses(scopeOf(actor), { ownerId, organizationId }));
  }

  /** Returns the course of a class with the class embedded. */
  @Get('competitions/:sessionId')
  async ofClass(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
  ): Promise<GroupWithSession> {
    const { course, session } = await this.access.classOfStaff(actor, sessionId);
    const [group] = await this.toGroups([course]);
    return { ...group!, session };
  }

  /** Returns a course. Students receive neither the course code nor the member ids. */
  @Get(':id')
  @Authenticated()
  async one(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<Group> {
    const { staff, ...course } = await this.access.courseOfMember(actor, id);
    const [group] = await this.toGroups([course]);
    return staff ? group! : { ...group!, password: null, memberIds: [] };
  }

  /** Returns all classes of a course, newest first. */
  @Get(':id/sessions')
  async classes(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<ClassSession[]> {
    const { courseId } = await this.access.courseOfStaff(actor, id);
    return this.courses.listAllClasses(courseId);
  }

  private async toGroups(courses: readonly CourseSummary[]): Promise<Group[]> {
    const ids = courses.map((course) => course.courseId);
    const [classes, members] = await Promise.all([this.courses.listClasses(ids), this.courses.listMemberIds(ids)]);
    return courses.map(({ courseId, ...course }) =>
      toGroup({ courseId, ...course }, classes.get(courseId) ?? [], members.get(courseId) ?? []),
    );
  }
}

/**
 * Route GET /api/users/me/groups: the courses that the caller has joined, without course codes. Sorted by name, except that
 * the course whose running class receives the caller's results is first.
 */
@Controller('users/me/groups')
@Authenticated()
export class OwnGroupsController {
  constructor(
    private readonly courses: CourseQuery,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<Group[]> {
    const joined = await this.courses.listCoursesOfMember(actor.userId);
    const classes = await this.courses.listClasses(joined.map((course) => course.courseId));
    const groups = joined.map((course) => ({
      ...toGroup(course, classes.get(course.courseId) ?? [], []),
      password: null,
    }));
    const running = groups.filter(({ activeSessionId }) => activeSessionId !== null);
    return running.length > 1 ? resultsFirst(groups, await chosenCourses(this.pool, actor.userId)) : groups;
  }
}
