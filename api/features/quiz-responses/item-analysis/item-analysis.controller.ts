import { Controller, Get, Param, Query } from '@nestjs/common';
import { itemAnalysis } from '../../../contracts/item-analysis.rule.js';
import { type ItemAnalysis, ItemsQuery } from '../../../contracts/quiz.contract.js';
import { answeredQuizzes } from '../../../contracts/quiz-answers.rule.js';
import { quizColumns } from '../../../contracts/quiz-columns.rule.js';
import { scopeSegment } from '../../../contracts/scope.rule.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { QuizResponsesReport, type QuizRows } from '../quiz-responses.query.js';
import { QuizzesQuery } from '../quizzes.query.js';

/**
 * Route GET /api/scores/session/{sessionId}/{organizationId|all}/items?scenarioId: how a class answered each question of a
 * quiz.
 */
@Controller('scores/session/:session/:organization/items')
@Roles(...STAFF)
export class ItemAnalysisController {
  constructor(
    private readonly access: CourseAccess,
    private readonly quizzes: QuizzesQuery,
    private readonly responses: QuizResponsesReport,
  ) {}

  @Get()
  async read(
    @Param('session') session: string,
    @Param('organization') organization: string,
    @Query({ schema: ItemsQuery }) { scenarioId }: ItemsQuery,
    @CurrentActor() actor: Actor,
  ): Promise<ItemAnalysis> {
    const sessionId = scopeSegment(session);
    const organizationId = scopeSegment(organization);
    if (sessionId === undefined || organizationId === undefined) throw notFound('The class');
    if (sessionId === null)
      throw new DomainError('VALIDATION_FAILED', 'Questions are analysed for one class. Choose a class.', 400);
    const { course, session: found } = await this.access.classOfStaff(actor, sessionId);
    const { questions } = await this.quizzes.one(found, scenarioId);
    const isOtherOrganization = organizationId !== null && organizationId !== course.organizationId;
    const rows = isOtherOrganization ? [] : await this.rowsOf(sessionId, scenarioId);
    const quizzes = answeredQuizzes(rows);
    return itemAnalysis(
      quizColumns(
        questions,
        quizzes.map(({ form }) => form),
      ),
      quizzes,
    );
  }

  private async rowsOf(sessionId: string, scenarioId: string): Promise<QuizRows> {
    return JSON.parse((await this.responses.read(sessionId, scenarioId)).rows) as QuizRows;
  }
}
