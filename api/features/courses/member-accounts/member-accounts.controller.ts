import { Controller, Get, HttpCode, Param, Put } from '@nestjs/common';
import type { EndClassAccounts, SkippedMember } from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../course-access.policy.js';
import { CourseQuery } from '../course.query.js';
import { EnableMember, EnableMemberHandler } from './enable-member.handler.js';
import { SkippedMembersQuery } from './skipped-members.query.js';

/** Routes of the accounts of a class's students, for staff of the course. */
@Controller('groups/:id')
@Roles(...STAFF)
export class MemberAccountsController {
  constructor(
    private readonly access: CourseAccess,
    private readonly courses: CourseQuery,
    private readonly skipped: SkippedMembersQuery,
    private readonly enableMember: EnableMemberHandler,
  ) {}

  /** Returns the numbers of accounts that ending the class would affect; zeros when no class runs. */
  @Get('activesession/accounts')
  async accounts(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<EndClassAccounts> {
    const { courseId, organizationId } = await this.access.courseOfStaff(actor, id);
    const classes = (await this.courses.listClasses([courseId])).get(courseId) ?? [];
    const active = classes.find(({ startDate, endDate }) => startDate !== null && endDate === null);
    return active ? this.courses.countAccounts(active.id, organizationId) : { disabled: 0, outside: 0 };
  }

  /** Returns the students of the resumed class who are still disabled, and the reasons. */
  @Get('lastactivesession/skipped')
  async list(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<SkippedMember[]> {
    return this.skipped.find(await this.access.courseOfStaff(actor, id), context.metadata.occurredAt);
  }

  @Put('members/:userId/enabled')
  @HttpCode(204)
  async enable(
    @Param('id', { schema: Id }) id: string,
    @Param('userId', { schema: Id }) userId: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const course = await this.access.courseToChange(actor, id);
    context.recordPosition(await this.enableMember.execute(new EnableMember(course, userId, context)));
  }
}
