import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { type GradingPreview, type RegradeList, RegradeRequest } from '../../../contracts/grading.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { UndoDecisionHandler } from '../decisions/undo-decision.handler.js';
import { PreviewGradingQuery } from '../preview-grading.query.js';
import { RegradeHandler } from './regrade.handler.js';
import { RegradesQuery } from './regrades.query.js';

/** Routes of the regrades of a course, for its staff (docs/rules.md#regrades). */
@Controller('groups/:id/regrades')
@Roles(...STAFF)
export class RegradesController {
  constructor(
    private readonly access: CourseAccess,
    private readonly regrades: RegradesQuery,
    private readonly handler: RegradeHandler,
    private readonly undos: UndoDecisionHandler,
    private readonly previews: PreviewGradingQuery,
  ) {}

  @Get()
  async list(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<RegradeList> {
    await this.access.courseOfStaff(actor, id);
    return this.regrades.read(id);
  }

  @Post('preview')
  @HttpCode(200)
  async preview(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: RegradeRequest }) body: RegradeRequest,
    @CurrentActor() actor: Actor,
  ): Promise<GradingPreview> {
    await this.access.courseOfStaff(actor, id);
    const passedShare = await this.handler.check(id, body);
    const { sessionId, scenarioId, questionText, change, neverLower } = body;
    return this.previews.regrade(id, {
      sessionId,
      scenarioId,
      rule: { questionText, change, neverLower, passedShare },
    });
  }

  @Put(':decisionId')
  @HttpCode(204)
  async regrade(
    @Param('id', { schema: Id }) id: string,
    @Param('decisionId', { schema: Id }) decisionId: string,
    @Body({ schema: RegradeRequest }) body: RegradeRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.access.courseToChange(actor, id);
    context.recordPosition(await this.handler.execute(id, decisionId, body, context));
  }

  @Delete(':decisionId')
  @HttpCode(204)
  async undo(
    @Param('id', { schema: Id }) id: string,
    @Param('decisionId', { schema: Id }) decisionId: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.access.courseToChange(actor, id);
    context.recordPosition(await this.undos.execute({ courseId: id, sessionId: null, decisionId }, context));
  }
}
