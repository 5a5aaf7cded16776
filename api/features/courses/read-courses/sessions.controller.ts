import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ClassSessionDetails } from '../../../contracts/group.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Authenticated, Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { listMembers } from '../../people/people.query.js';
import { CourseAccess } from '../course-access.policy.js';
import { CourseQuery } from '../course.query.js';

/** Routes that read one class (docs/rules.md#reading-a-class). */
@Controller('sessions/:id')
export class ClassesReadController {
  constructor(
    private readonly access: CourseAccess,
    private readonly courses: CourseQuery,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @Authenticated()
  async one(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<ClassSessionDetails> {
    const { course, session, staff } = await this.access.classOfMember(actor, id);
    return { ...session, groupName: course.name, accessCode: staff ? course.code : null };
  }

  @Get('members')
  @Roles(...STAFF)
  async members(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<Member[]> {
    await this.access.classOfStaff(actor, id);
    return listMembers(this.pool, await this.courses.listRoster(id, { moved: true }));
  }
}
