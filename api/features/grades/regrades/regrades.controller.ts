import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { type RegradeList, RegradeRequest } from '../../../contracts/grading.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { UndoDecisionHandler } from '../decisions/undo-decision.handler.js';
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
  ) {}

  @Get()
  async list(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<RegradeList> {
    await this.access.courseOfStaff(actor, id);
    return this.regrades.read(id);
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
