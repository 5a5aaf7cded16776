import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { DecideAttemptRequest } from '../../../contracts/grades.contract.js';
import { type CellHistory, DecideCellsRequest, type DecidedCells } from '../../../contracts/grading.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { DecideAttemptHandler } from './decide-attempt.handler.js';
import { DecideCellsHandler } from './decide-cells.handler.js';
import { DecisionsQuery } from './decisions.query.js';
import { UndoDecisionHandler } from './undo-decision.handler.js';

/** Routes of the decisions about results of a class, for staff of the course (docs/rules.md#decisions). */
@Controller('sessions/:sessionId')
@Roles(...STAFF)
export class DecisionsController {
  constructor(
    private readonly access: CourseAccess,
    private readonly attempts: DecideAttemptHandler,
    private readonly cells: DecideCellsHandler,
    private readonly undos: UndoDecisionHandler,
    private readonly decisions: DecisionsQuery,
  ) {}

  @Get('decisions')
  async list(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
  ): Promise<DecidedCells> {
    await this.access.classOfStaff(actor, sessionId);
    return this.decisions.ofClass(sessionId);
  }

  @Get('cells/:userId/:scenarioId/decisions')
  async history(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('userId', { schema: Id }) userId: string,
    @Param('scenarioId', { schema: Id }) scenarioId: string,
    @CurrentActor() actor: Actor,
  ): Promise<CellHistory> {
    const { course } = await this.access.classOfStaff(actor, sessionId);
    return this.decisions.ofCell(course.courseId, { sessionId, userId, scenarioId });
  }

  @Post('decisions')
  @HttpCode(204)
  async decideCells(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Body({ schema: DecideCellsRequest }) body: DecideCellsRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const place = await this.access.classOfStaff(actor, sessionId);
    context.recordPosition(await this.cells.execute(place, body, context));
  }

  @Put('decisions/:decisionId')
  @HttpCode(204)
  async decideAttempt(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('decisionId', { schema: Id }) decisionId: string,
    @Body({ schema: DecideAttemptRequest }) body: DecideAttemptRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const { course } = await this.access.classOfStaff(actor, sessionId);
    const place = { courseId: course.courseId, sessionId, decisionId };
    context.recordPosition(await this.attempts.execute(place, body, context));
  }

  @Delete('decisions/:decisionId')
  @HttpCode(204)
  async undo(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('decisionId', { schema: Id }) decisionId: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const { course } = await this.access.classOfStaff(actor, sessionId);
    context.recordPosition(await this.undos.execute({ courseId: course.courseId, sessionId, decisionId }, context));
  }
}
