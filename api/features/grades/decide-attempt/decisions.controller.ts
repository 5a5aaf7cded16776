import { Body, Controller, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { DecideAttemptRequest } from '../../../contracts/grades.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { DecideAttemptHandler } from './decide-attempt.handler.js';

/** Routes that record and undo decisions about the attempts of a class, for staff of the course (docs/rules.md#decisions). */
@Controller('sessions/:sessionId/decisions/:decisionId')
@Roles(...STAFF)
export class DecisionsController {
  constructor(
    private readonly access: CourseAccess,
    private readonly decisions: DecideAttemptHandler,
  ) {}

  @Put()
  @HttpCode(204)
  async decide(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('decisionId', { schema: Id }) decisionId: string,
    @Body({ schema: DecideAttemptRequest }) body: DecideAttemptRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const { course } = await this.access.classOfStaff(actor, sessionId);
    const place = { courseId: course.courseId, sessionId, decisionId };
    context.recordPosition(await this.decisions.decide(place, body, context));
  }

  @Delete()
  @HttpCode(204)
  async undo(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('decisionId', { schema: Id }) decisionId: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const { course } = await this.access.classOfStaff(actor, sessionId);
    context.recordPosition(await this.decisions.undo({ courseId: course.courseId, sessionId, decisionId }, context));
  }
}
