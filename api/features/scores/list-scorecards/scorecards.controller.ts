import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  MAX_SCORECARDS,
  MAX_SCORECARDS_OF_CLASS,
  type Scorecard,
  ScorecardsFilter as ScorecardsQueryString,
} from '../../../contracts/score.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { AttemptsAccess } from '../attempts-access.policy.js';
import { ScorecardsQuery } from './scorecards.query.js';

/** Route GET /api/scores/session/{sessionId|all}/{organizationId|all} (docs/rules.md#reading-scores). */
@Controller('scores/session')
@Authenticated()
export class ScorecardsController {
  constructor(
    private readonly access: AttemptsAccess,
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
    const attempts = await this.access.of(actor, session, organization, query);
    const bestOfClass = attempts.session !== null && query.attempts === 'best';
    const { scorecards, total } = await this.scorecards.list(attempts, {
      late: query.late === undefined ? null : query.late === 'true',
      limit: query.limit ?? (bestOfClass ? MAX_SCORECARDS_OF_CLASS : MAX_SCORECARDS),
      offset: query.offset,
    });
    void reply.header('x-total-count', total);
    return scorecards;
  }
}
