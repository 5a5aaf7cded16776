import { Controller, Get, Param } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, type RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccessQuery } from '../course-access.query.js';
import { SkippedMembersQuery } from './skipped-members.query.js';

/** GET /api/groups/{id}/lastactivesession/skipped: who found no seat when the class was resumed. Staff of the course only. */
@Controller('groups/:id/lastactivesession/skipped')
@Roles(...STAFF)
export class SkippedMembersController {
  constructor(
    private readonly access: CourseAccessQuery,
    private readonly skipped: SkippedMembersQuery,
  ) {}

  @Get()
  async list(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<Member[]> {
    const { courseId } = await this.access.courseOfStaff(actor, id);
    return this.skipped.find(courseId, context.metadata.occurredAt);
  }
}
