import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CreateGroupRequest, type Group } from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { ChangeCourse } from '../change-course/change-course.command.js';
import { ChangeCourseHandler } from '../change-course/change-course.handler.js';
import { CourseAccess } from '../course-access.policy.js';
import { CreateCourse } from '../create-course/create-course.command.js';
import { CreateCourseHandler } from '../create-course/create-course.handler.js';
import { toGroup } from '../to-group.js';
import { CoursePeople } from './course-people.js';

/**
 * Routes for administrators that create courses, change their instructor and delete them
 * (docs/rules.md#courses-and-classes).
 */
@Controller('groups')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class ManageCoursesController {
  constructor(
    private readonly people: CoursePeople,
    private readonly access: CourseAccess,
    private readonly createCourse: CreateCourseHandler,
    private readonly changeCourse: ChangeCourseHandler,
  ) {}

  @Post()
  async create(
    @Body({ schema: CreateGroupRequest }) { name, ownerId, caption, ...body }: CreateGroupRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<Group> {
    const memberIds = [...new Set(body.memberIds)];
    const { course, appended } = await this.people.whileOwnerStays(ownerId, async () => {
      const organizationId = await this.people.organizationOfOwner(actor, ownerId);
      await this.people.assertMayBelong(memberIds, organizationId);
      const creation = { name, ownerId, organizationId, caption, memberIds };
      return this.createCourse.execute(new CreateCourse(creation, context));
    });
    context.recordPosition(appended);
    return toGroup({ ...course, deleted: false }, [], course.memberIds);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.access.courseToDelete(actor, id, context);
    const command = { type: 'DeleteCourse', now: context.metadata.occurredAt } as const;
    context.recordPosition((await this.changeCourse.execute(new ChangeCourse(id, command, context))).appended);
  }

  /** Sub-resources such as `activesession` have their own routes, which are matched first. */
  @Put(':groupId/:ownerId')
  @HttpCode(204)
  async changeInstructor(
    @Param('groupId', { schema: Id }) groupId: string,
    @Param('ownerId', { schema: Id }) ownerId: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const { organizationId } = await this.access.courseToChange(actor, groupId);
    const command = { type: 'ChangeInstructor', now: context.metadata.occurredAt, ownerId } as const;
    const { appended } = await this.people.whileOwnerStays(ownerId, async () => {
      await this.people.assertMayRun(ownerId, organizationId);
      return this.changeCourse.execute(new ChangeCourse(groupId, command, context));
    });
    context.recordPosition(appended);
  }
}
