import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { JoinCourseRequest, type JoinCourseResponse } from '../../../contracts/group.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { RememberCourse } from '../../people/remember-course/remember-course.command.js';
import { JoinCourse, JoinCourseHandler } from './join-course.handler.js';

@Controller('groups/join')
@Authenticated()
export class JoinCourseController {
  constructor(
    private readonly joinCourse: JoinCourseHandler,
    private readonly commandBus: CommandBus,
  ) {}

  @Post()
  @HttpCode(200)
  async join(
    @Body({ schema: JoinCourseRequest }) body: JoinCourseRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<JoinCourseResponse> {
    const joined = await this.joinCourse.execute(new JoinCourse(body.code, actor, context));
    // The class joined last receives the results. A client that got no response joins again, which also repeats the
    // selection.
    await this.commandBus.execute(new RememberCourse(actor.userId, joined.group.id));
    return joined;
  }
}
