import { Body, Controller, Get, Header, HttpCode, Post, Query, SerializeOptions } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  UserExportQuery,
  UserImportQuery,
  UserImportRequest,
  UserImportResult,
} from '../../contracts/user-import.contract.js';
import { Roles } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { notFound } from '../../platform/domain-error.js';
import { Limits } from '../../platform/http/limits.decorator.js';
import { Context, CurrentActor, type RequestContext } from '../../platform/http/request-context.js';
import { RecordExport } from '../exports/record-export.command.js';
import { scopeOfList } from '../people/user-scope.query.js';
import { ExportUsers } from './export-users.query.js';
import { fileText } from './file-text.js';
import { ImportPlans } from './import-plan.js';
import { ImportUsers } from './import-users.js';
import { readUsersCsv } from './read-users-csv.js';

const LIMITS = { bodyLimit: 2 * 1024 * 1024, deadlineMs: 60_000 };

/** POST /api/users/import and GET /api/users/export: organization admins for their own organization only. */
@Controller('users')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class UserImportController {
  constructor(
    private readonly plans: ImportPlans,
    private readonly importUsers: ImportUsers,
    private readonly exportUsers: ExportUsers,
    private readonly commandBus: CommandBus,
  ) {}

  @Post('import')
  @HttpCode(200)
  @Limits(LIMITS)
  @SerializeOptions({ schema: UserImportResult })
  async import(
    @Body({ schema: UserImportRequest }) request: UserImportRequest,
    @Query({ schema: UserImportQuery }) { dryRun }: UserImportQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<UserImportResult> {
    const { text, encoding } = fileText(request);
    const file = readUsersCsv(text);
    const { rows, newUsers, seats, defaults } = await this.plans.make(file, actor, context.commandId);
    if (!dryRun && newUsers.length > 0) context.reached(await this.importUsers.execute(newUsers, context));
    return { understood: { ...file.understood, encoding, defaults }, rows, imported: newUsers.length, seats };
  }

  @Get('export')
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
