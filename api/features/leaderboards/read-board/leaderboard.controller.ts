import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  type Leaderboard,
  type LeaderboardHistory,
  LeaderboardHistoryQuery,
  LeaderboardQuery,
} from '../../../contracts/leaderboard.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { BoardAccess } from './board-access.policy.js';
import { BoardNames } from './board-names.js';
import { BoardQuery } from './board.query.js';
import { boardSource } from './board-source.js';
import { HistoryQuery } from './history.query.js';
import { isMasked, shownEntries, shownId } from './shown-board.js';

/** Route GET /api/scores/leaderboard/{sessionId|all}/{organizationId|all} (docs/rules.md#leaderboards). */
@Controller('scores/leaderboard')
@Authenticated()
export class LeaderboardController {
  constructor(
    private readonly access: BoardAccess,
    private readonly boards: BoardQuery,
    private readonly histories: HistoryQuery,
    private readonly names: BoardNames,
  ) {}

  @Get([':session/:organization', ':session'])
  async read(
    @Param('session') session: string,
    @Param('organization') organization: string | undefined,
    @Query({ schema: LeaderboardQuery }) query: LeaderboardQuery,
    @CurrentActor() actor: Actor,
  ): Promise<Leaderboard> {
    const own = await this.access.find(actor, { session, organization });
    const found = own && query.view === 'students' ? await this.access.asShownToStudents(own) : own;
    if (!found) return { topScores: [], me: null, around: [], viewerId: actor.userId, version: 0, frozenAt: null };
    const { viewer, view, frozenAt, ...scope } = found;
    const filter = { ...scope, campaignId: query.campaignId ?? null, scenarioId: query.scenarioId ?? null };
    const userId = query.offset > 0 ? null : (query.userId ?? actor.userId);
    const source = boardSource(filter, view, frozenAt !== null);
    const { top, around, sequence } = await this.boards.read(source, query.limit, userId, query.offset);
    const ownRow = [...top, ...around].find((row) => row.user_id === userId);
    // Marking the caller's own rank would identify a masked row.
    const includesOwnRank = ownRow !== undefined && !isMasked(viewer, ownRow);
    return {
      topScores: shownEntries(this.names, viewer, top),
      me: includesOwnRank ? shownEntries(this.names, viewer, [ownRow])[0]! : null,
      around: includesOwnRank ? shownEntries(this.names, viewer, around) : [],
      viewerId: shownId(this.names, viewer, actor.userId),
      version: sequence,
      frozenAt: frozenAt && toMoment(frozenAt),
    };
  }

  /** Returns how the points of the leaders and of the caller grew, with the same rights as the board. */
  @Get(':session/:organization/history')
  async history(
    @Param('session') session: string,
    @Param('organization') organization: string,
    @Query({ schema: LeaderboardHistoryQuery }) query: LeaderboardHistoryQuery,
    @CurrentActor() actor: Actor,
  ): Promise<LeaderboardHistory> {
    const found = await this.access.find(actor, { session, organization });
    if (!found) return { lines: [], viewerId: actor.userId };
    const { viewer, view, frozenAt, ...scope } = found;
    const filter = { ...scope, campaignId: query.campaignId ?? null, scenarioId: query.scenarioId ?? null };
    const { top, around } = await this.boards.read(
      boardSource(filter, view, frozenAt !== null),
      query.limit,
      actor.userId,
    );
    const rows = [...top, ...around.filter((row) => row.user_id === actor.userId)];
    const points = await this.histories.read(
      filter,
      view,
      frozenAt !== null,
      rows.map((row) => row.user_id),
    );
    const lines = shownEntries(this.names, viewer, rows).map(({ userId, userName }, index) => ({
      userId,
      userName,
      points: points.get(rows[index]!.user_id) ?? [],
    }));
    return { lines, viewerId: shownId(this.names, viewer, actor.userId) };
  }
}
