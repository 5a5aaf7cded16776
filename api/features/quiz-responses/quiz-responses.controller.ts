import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id } from '../../contracts/primitives.contract.js';
import type { QuizSummary } from '../../contracts/quiz.contract.js';
import { Roles, STAFF } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { CurrentActor } from '../../platform/http/request-context.js';
import { CourseAccess } from '../courses/course-access.policy.js';
import { QuizResponsesReport } from './quiz-responses.query.js';
import { QuizzesQuery } from './quizzes.query.js';

/** Routes of the quizzes of a class and the responses to one. `quiz.contract.ts` describes the responses of the API. */
@Controller('sessions/:sessionId/quizzes')
@Roles(...STAFF)
export class QuizResponsesController {
  constructor(
    private readonly access: CourseAccess,
    private readonly quizzes: QuizzesQuery,
    private readonly responses: QuizResponsesReport,
  ) {}

  @Get()
  async list(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
  ): Promise<QuizSummary[]> {
    const { session } = await this.access.classOfStaff(actor, sessionId);
    const responses = await this.responses.countResponses(sessionId);
    return (await this.quizzes.all(session))
      .map(({ scenarioId, scenarioTitle, scenarioShortTitle, campaignTitle }) => ({
        scenarioId,
        scenarioTitle,
        scenarioShortTitle,
        campaignTitle,
        responses: responses.get(scenarioId) ?? 0,
      }))
      .toSorted((a, b) => Number(b.responses > 0) - Number(a.responses > 0));
  }

  @Get(':scenarioId')
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('scenarioId', { schema: Id }) scenarioId: string,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { course, session } = await this.access.classOfStaff(actor, sessionId);
    const scenario = await this.quizzes.one(session, scenarioId);
    const { sequence, generation, rows } = await this.responses.read(sessionId, scenarioId);
    const head = JSON.stringify({
      session: { ...session, groupName: course.name, accessCode: course.code },
      scenario,
      generation,
      sequence,
    });
    // The database returns the rows as JSON text, megabytes of it for a large class.
    void reply.type('application/json').send(`${head.slice(0, -1)},"rows":${rows}}`);
  }
}
