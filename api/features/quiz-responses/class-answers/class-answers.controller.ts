import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { QuizzesQuery } from '../quizzes.query.js';
import { ClassAnswersQuery } from './class-answers.query.js';

/** Route GET /api/sessions/{sessionId}/quizzes/{scenarioId}/answers: what a class has answered, for the debrief. */
@Controller('sessions/:sessionId/quizzes/:scenarioId/answers')
@Roles(...STAFF)
export class ClassAnswersController {
  constructor(
    private readonly access: CourseAccess,
    private readonly quizzes: QuizzesQuery,
    private readonly answers: ClassAnswersQuery,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('scenarioId', { schema: Id }) scenarioId: string,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { session } = await this.access.classOfStaff(actor, sessionId);
    const editions = JSON.stringify(await this.quizzes.during(session, scenarioId));
    const { forms, attempts } = await this.answers.read(sessionId, scenarioId);
    void reply.type('application/json').send(`{"editions":${editions},"forms":${forms},"attempts":${attempts}}`);
  }
}
