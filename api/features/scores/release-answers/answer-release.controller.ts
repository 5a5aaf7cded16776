import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import { type AnswerRelease, ChangeAnswerReleaseRequest } from '../../../contracts/results.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { AnswerReleasesQuery } from './answer-releases.query.js';
import { ChangeAnswerRelease, ChangeAnswerReleaseHandler } from './change-answer-release.handler.js';

/** Routes that read and change whether students of a class may read the answers of their attempts, for staff of the course. */
@Controller('sessions/:sessionId/answers')
@Roles(...STAFF)
export class AnswerReleaseController {
  constructor(
    private readonly access: CourseAccess,
    private readonly changeAnswerRelease: ChangeAnswerReleaseHandler,
    private readonly releases: AnswerReleasesQuery,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
  ): Promise<AnswerRelease> {
    const { session } = await this.access.classOfStaff(actor, sessionId);
    return { releasedAt: (await this.releases.find([session.id])).get(session.id) ?? null };
  }

  @Put()
  async change(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Body({ schema: ChangeAnswerReleaseRequest }) { released }: ChangeAnswerReleaseRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<AnswerRelease> {
    const { course, session } = await this.access.classOfStaff(actor, sessionId);
    const change = new ChangeAnswerRelease(course.courseId, session.id, released, context);
    const { release, appended } = await this.changeAnswerRelease.execute(change);
    context.recordPosition(appended);
    return release;
  }
}
