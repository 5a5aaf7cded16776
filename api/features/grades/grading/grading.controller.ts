import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { type GradingPreview, GradingSettings } from '../../../contracts/grading.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { GradingQuery } from '../grading.query.js';
import { PreviewGradingQuery } from '../preview-grading.query.js';
import { ChangeGradingHandler } from './change-grading.handler.js';

/** Routes of the grading settings of a course, for its staff (docs/rules.md#grading-settings). */
@Controller('groups/:id/grading')
@Roles(...STAFF)
export class GradingController {
  constructor(
    private readonly access: CourseAccess,
    private readonly grading: GradingQuery,
    private readonly handler: ChangeGradingHandler,
    private readonly previews: PreviewGradingQuery,
  ) {}

  @Get()
  async read(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<GradingSettings> {
    await this.access.courseOfStaff(actor, id);
    return this.grading.ofCourse(id);
  }

  @Post('preview')
  @HttpCode(200)
  async preview(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: GradingSettings }) body: GradingSettings,
    @CurrentActor() actor: Actor,
  ): Promise<GradingPreview> {
    await this.access.courseOfStaff(actor, id);
    await this.handler.check(body);
    return this.previews.settings(id, body);
  }

  @Put()
  async change(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: GradingSettings }) body: GradingSettings,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<GradingSettings> {
    await this.access.courseToChange(actor, id);
    context.recordPosition(await this.handler.execute(id, body, context));
    return body;
  }
}
