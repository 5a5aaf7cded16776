import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { scopeSegment } from '../../../contracts/scope.rule.js';
import {
  MAX_SCORECARDS,
  MAX_SCORECARDS_OF_CLASS,
  type Scorecard,
  ScorecardsQuery as ScorecardsQueryString,
} from '../../../contracts/score.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccessQuery } from '../../courses/course-access.query.js';
import { ScorecardsQuery } from './scorecards.query.js';

/**
 * GET /api/scores/session/{sessionId|all}/{organizationId|all} (decisions S3–S5). Staff of the course see everybody in the
 * class, everyone else their own rows; over all classes one always sees one's own, a system admin everybody's.
 */
@Controller('scores/session')
@Authenticated()
export class ScorecardsController {
  constructor(
    private readonly access: CourseAccessQuery,
    private readonly scorecards: ScorecardsQuery,
  ) {}

  @Get([':session/:organization', ':session'])
  async list(
    @Param('session') session: string,
    @Param('organization') organization: string | undefined,
    @Query({ schema: ScorecardsQueryString }) query: ScorecardsQueryString,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Scorecard[]> {
    const sessionId = scopeSegment(session);
    const organizationId = scopeSegment(organization ?? '');
    if (sessionId === undefined || organizationId === undefined) throw notFound('The class');
    const seesEverybody = sessionId
      ? (await this.access.classOfMember(actor, sessionId)).staff
      : actor.roles.includes('SystemAdmin');
    const bestOfClass = sessionId !== null && query.attempts === 'best';
    const { scorecards, total } = await this.scorecards.list({
      sessionId,
      organizationId,
      campaignId: query.campaignId ?? null,
      scenarioId: query.scenarioId ?? null,
      userId: seesEverybody ? (query.userId ?? null) : actor.userId,
      includeFailed: query.includeFailedScores === 'true',
      attempts: query.attempts,
      limit: query.limit ?? (bestOfClass ? MAX_SCORECARDS_OF_CLASS : MAX_SCORECARDS),
      offset: query.offset,
    });
    void reply.header('x-total-count', total);
    return scorecards;
  }
}
