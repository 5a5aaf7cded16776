import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { ScoresExportQuery } from '../../../contracts/export.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DOWNLOAD_LIMITS, Downloads } from '../../../platform/downloads/downloads.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, type RequestContext } from '../../../platform/http/request-context.js';
import { sheetDownload } from '../../../platform/sheets/sheet-download.js';
import { RecordExport } from '../../exports/record-export.command.js';
import { AttemptsAccess } from '../attempts-access.policy.js';
import { ExportScores } from './export-scores.js';

/** Route GET /api/scores/session/{sessionId|all}/{organizationId|all}/csv (docs/rules.md#exports-of-scores). */
@Controller('scores/session')
@Authenticated()
export class ExportScoresController {
  constructor(
    private readonly access: AttemptsAccess,
    private readonly exports: ExportScores,
    private readonly downloads: Downloads,
    private readonly commandBus: CommandBus,
  ) {}

  @Get([':session/:organization/csv', ':session/csv'])
  @Limits(DOWNLOAD_LIMITS)
  async download(
    @Param('session') session: string,
    @Param('organization') organization: string | undefined,
    @Query({ schema: ScoresExportQuery }) query: ScoresExportQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const attempts = await this.access.of(actor, session, organization, query);
    this.downloads.admit(actor.userId, reply);
    if (attempts.seesAllStudents) {
      const { sessionId, organizationId } = attempts.filter;
      await this.commandBus.execute(new RecordExport({ what: 'scores', sessionId, organizationId }, context));
    }
    this.downloads.send(reply, sheetDownload(await this.exports.sheet(actor.userId, attempts, query), query.format));
  }
}
