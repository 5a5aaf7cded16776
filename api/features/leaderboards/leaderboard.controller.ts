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
    const board = await this.leaderboards.read(
      {
        sessionId,
        organizationId: sessionId !== null || isSystemAdmin ? organizationId : ownOrganization(actor, organizationId),
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

/** Over all classes one sees one's own organization; somebody without one sees nobody else's. */
function ownOrganization(actor: Actor, asked: string | null): string {
  if (!actor.organizationId || (asked !== null && asked !== actor.organizationId)) throw notFound('The leaderboard');
  return actor.organizationId;
}
