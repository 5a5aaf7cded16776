import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { LeaderboardExportQuery } from '../../../contracts/export.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DOWNLOAD_LIMITS, Downloads } from '../../../platform/downloads/downloads.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, type RequestContext } from '../../../platform/http/request-context.js';
import { sheetDownload } from '../../../platform/sheets/sheet-download.js';
import { RecordExport } from '../../exports/record-export.command.js';
import { BoardAccess } from './board-access.policy.js';
import { ExportBoard } from './export-board.js';

/**
 * Route GET /api/scores/leaderboard/{sessionId|all}/{organizationId|all}/csv: the whole board, with the rights of the board.
 */
@Controller('scores/leaderboard')
@Authenticated()
export class ExportBoardController {
  constructor(
    private readonly access: BoardAccess,
    private readonly exports: ExportBoard,
    private readonly downloads: Downloads,
    private readonly commandBus: CommandBus,
  ) {}

  @Get([':session/:organization/csv', ':session/csv'])
  @Limits(DOWNLOAD_LIMITS)
  async download(
    @Param('session') session: string,
    @Param('organization') organization: string | undefined,
    @Query({ schema: LeaderboardExportQuery }) query: LeaderboardExportQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const board = await this.access.find(actor, { session, organization });
    this.downloads.admit(actor.userId, reply);
    if (board?.view === 'live') {
      const { sessionId, organizationId } = board;
      await this.commandBus.execute(new RecordExport({ what: 'leaderboard', sessionId, organizationId }, context));
    }
    this.downloads.send(reply, sheetDownload(await this.exports.sheet(actor.userId, board, query), query.format));
  }
}
