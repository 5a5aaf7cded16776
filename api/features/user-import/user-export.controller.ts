import { Controller, Get, Header, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { UserExportQuery } from '../../contracts/user-import.contract.js';
import { Roles } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { notFound } from '../../platform/domain-error.js';
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
    private readonly commandBus: CommandBus,
  ) {}

  @Get()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="users.csv"')
  async export(
    @Query({ schema: UserExportQuery }) { orgId }: UserExportQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<string> {
    const scope = scopeOfList(actor, orgId);
    if (!scope || scope.kind === 'none') throw notFound('The organization');
    const organizationId = scope.kind === 'organization' ? scope.organizationId : null;
    await this.commandBus.execute(new RecordExport({ what: 'users', sessionId: null, organizationId }, context));
    return this.exportUsers.csv(scope);
  }
}
