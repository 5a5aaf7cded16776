import { Controller, Get, Query, Res, SerializeOptions } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { AuditCsvQuery, AuditPage, AuditQuery } from '../../../contracts/audit.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DOWNLOAD_LIMITS, Downloads } from '../../../platform/downloads/downloads.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { RecordExport } from '../../exports/record-export.command.js';
import { AuditIndex, cursorOf } from '../audit.query.js';
import { AuditEntries } from '../compose-entries.js';
import { AuditCsv } from './audit-csv.js';
import { AuditScope } from '../audit-scope.policy.js';

/** Routes GET /api/audit and /api/audit.csv (docs/rules.md#audit). Only system admins see network addresses. */
@Controller()
@Roles('SystemAdmin', 'OrganizationAdmin')
export class AuditController {
  constructor(
    private readonly scope: AuditScope,
    private readonly index: AuditIndex,
    private readonly entries: AuditEntries,
    private readonly csv: AuditCsv,
    private readonly downloads: Downloads,
    private readonly commandBus: CommandBus,
  ) {}

  @Get('audit')
  @SerializeOptions({ schema: AuditPage })
  async list(@Query({ schema: AuditQuery }) query: AuditQuery, @CurrentActor() actor: Actor): Promise<AuditPage> {
    const organizationId = await this.scope.of(actor, query.targetType, query.targetId);
    const rows = await this.index.list({ ...query, limit: query.limit + 1, organizationId });
    const page = rows.slice(0, query.limit);
    return {
      entries: await this.entries.compose(page, organizationId === null),
      nextCursor: rows.length > page.length ? cursorOf(page.at(-1)!) : null,
    };
  }

  @Get('audit.csv')
  @Limits(DOWNLOAD_LIMITS)
  async download(
    @Query({ schema: AuditCsvQuery }) query: AuditCsvQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const organizationId = await this.scope.of(actor, query.targetType, query.targetId);
    this.downloads.admit(actor.userId, reply);
    await this.commandBus.execute(new RecordExport({ what: 'audit', sessionId: null, organizationId }, context));
    const pieces = this.csv.lines({ ...query, organizationId });
    this.downloads.send(reply, { name: 'audit.csv', type: 'text/csv; charset=utf-8', pieces });
  }
}
