import { Controller, Delete, Get, HttpCode, Inject, Param } from '@nestjs/common';
import type { Pool } from 'pg';
import { Id } from '../../../contracts/primitives.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { Authenticated, Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { listMembers } from '../../people/people.query.js';
import { CourseAccess } from '../course-access.policy.js';
import { CourseQuery } from '../course.query.js';
import { LeaveCourse, LeaveCourseHandler } from './leave-course.handler.js';

/** Routes of the members of a course (docs/rules.md#leaving-a-course). */
@Controller('groups/:id/members')
export class CourseMembersController {
  constructor(
    private readonly access: CourseAccess,
    private readonly courses: CourseQuery,
    private readonly leaveCourse: LeaveCourseHandler,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @Roles(...STAFF)
  async list(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<Member[]> {
    await this.access.courseOfStaff(actor, id);
    return listMembers(this.pool, (await this.courses.listMemberIds([id])).get(id) ?? []);
  }

  @Delete(':userId')
  @Authenticated()
  @HttpCode(204)
  async remove(
    @Param('id', { schema: Id }) id: string,
    @Param('userId', { schema: Id }) userId: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    context.recordPosition(await this.leaveCourse.execute(new LeaveCourse(id, userId, actor, context)));
  }
}
