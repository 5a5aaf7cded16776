import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Leaderboard, LeaderboardQuery as LeaderboardQueryString } from '../../contracts/leaderboard.contract.js';
import { scopeSegment } from '../../contracts/scope.rule.js';
import { Authenticated } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { notFound } from '../../platform/domain-error.js';
import { CurrentActor } from '../../platform/http/request-context.js';
import { CourseAccessQuery } from '../courses/course-access.query.js';
import { LeaderboardQuery } from './leaderboard.query.js';

/** GET /api/scores/leaderboard/{sessionId|all}/{organizationId|all} (decisions L1–L3). */
@Controller('scores/leaderboard')
@Authenticated()
export class LeaderboardController {
  constructor(
    private readonly access: CourseAccessQuery,
    private readonly leaderboards: LeaderboardQuery,
  ) {}

  @Get([':session/:organization', ':session'])
  async read(
    @Param('session') session: string,
    @Param('organization') organization: string | undefined,
    @Query({ schema: LeaderboardQueryString }) query: LeaderboardQueryString,
    @CurrentActor() actor: Actor,
  ): Promise<Leaderboard> {
    const sessionId = scopeSegment(session);
    const organizationId = scopeSegment(organization ?? '');
    if (sessionId === undefined || organizationId === undefined) throw notFound('The leaderboard');
    if (sessionId !== null) await this.access.classOfMember(actor, sessionId);
    const isSystemAdmin = actor.roles.includes('SystemAdmin');
    const ownOnly = sessionId === null && !isSystemAdmin;
    if (ownOnly && organizationId !== null && organizationId !== actor.organizationId)
      throw notFound('The leaderboard');
    if (ownOnly && actor.organizationId === null) return EMPTY;
    const board = await this.leaderboards.read(
      {
        sessionId,
        organizationId: ownOnly ? actor.organizationId : organizationId,
        campaignId: query.campaignId ?? null,
        scenarioId: query.scenarioId ?? null,
      },
      query.limit,
      query.userId ?? actor.userId,
      isSystemAdmin,
    );
    return { topScores: board.topScores, me: board.me, version: board.sequence, frozenAt: null };
  }
}

/** Over all classes one sees one's own organization (decisions L3); somebody without one sees nobody. */
const EMPTY: Leaderboard = { topScores: [], me: null, version: 0, frozenAt: null };
