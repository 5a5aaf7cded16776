import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { UserExportQuery } from '../../contracts/user-import.contract.js';
import { Roles } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { notFound } from '../../platform/domain-error.js';
import { DOWNLOAD_LIMITS, Downloads } from '../../platform/downloads/downloads.js';
import { Limits } from '../../platform/http/limits.decorator.js';
import { Context, CurrentActor, type RequestContext } from '../../platform/http/request-context.js';
import { RecordExport } from '../exports/record-export.command.js';
import { scopeOfList } from '../people/user.policy.js';
import { ExportUsers } from './export-users.query.js';

/** Route GET /api/users/export; organization admins export their own organization only. */
@Controller('users/export')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class UserExportController {
  constructor(
    private readonly exportUsers: ExportUsers,
    private readonly downloads: Downloads,
    private readonly commandBus: CommandBus,
  ) {}

  @Get()
  @Limits(DOWNLOAD_LIMITS)
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="users.csv"')
  async export(
    @Query({ schema: UserExportQuery }) { orgId }: UserExportQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const scope = scopeOfList(actor, orgId);
    if (!scope || scope.kind === 'none') throw notFound('The organization');
    this.downloads.admit(actor.userId, reply);
    const organizationId = scope.kind === 'organization' ? scope.organizationId : null;
    await this.commandBus.execute(new RecordExport({ what: 'users', sessionId: null, organizationId }, context));
    return this.exportUsers.csv(scope);
  }
}
