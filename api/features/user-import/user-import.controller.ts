import { Body, Controller, Get, Header, Post, Query, Res, SerializeOptions } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  type UserImport,
  UserImportQuery,
  UserImportRequest,
  UserImportResult,
  UserImportStatus,
} from '../../contracts/user-import.contract.js';
import { Roles } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { DOWNLOAD_LIMITS, Downloads } from '../../platform/downloads/downloads.js';
import { Limits } from '../../platform/http/limits.decorator.js';
import { Context, CurrentActor, type RequestContext } from '../../platform/http/request-context.js';
import { RecordExport } from '../exports/record-export.command.js';
import { fileText, readUsersCsv } from './read-users-csv.js';
import { type ImportPlan, ImportPlans } from './import-plan.js';
import { ImportStatus } from './import-status.query.js';
import { ImportSweep } from './import-sweep.js';
import { Imports } from './imports.js';

const LIMITS = { bodyLimit: 2 * 1024 * 1024, deadlineMs: 15_000 };

/** Routes of the user import at /api/users/import; organization admins import into their own organization only. */
@Controller('users/import')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class UserImportController {
  constructor(
    private readonly plans: ImportPlans,
    private readonly imports: Imports,
    private readonly sweep: ImportSweep,
    private readonly status: ImportStatus,
    private readonly downloads: Downloads,
    private readonly commandBus: CommandBus,
  ) {}

  @Post()
  @Limits(LIMITS)
  @SerializeOptions({ schema: UserImportResult })
  async import(
    @Body({ schema: UserImportRequest }) request: UserImportRequest,
    @Query({ schema: UserImportQuery }) { dryRun }: UserImportQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserImportResult> {
    const { text, encoding } = fileText(request);
    const file = readUsersCsv(text);
    const plan = await this.plans.make(file, actor, context.commandId);
    const { rows, seats, defaults, newUsers } = plan;
    const started = dryRun ? null : await this.start(plan, actor, context);
    void reply.status(started ? 202 : 200);
    return {
      understood: { ...file.understood, encoding, defaults },
      rows: started ? await this.status.plannedRows(started.id, rows) : rows,
      imported: started ? started.total : newUsers.length,
      seats,
      import: started,
    };
  }

  @Get()
  @SerializeOptions({ schema: UserImportStatus })
  async read(@CurrentActor() actor: Actor): Promise<UserImportStatus> {
    return { import: await this.status.find(actor) };
  }

  @Get('result')
  @Limits(DOWNLOAD_LIMITS)
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="users-import.csv"')
  async result(
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    this.downloads.admit(actor.userId, reply);
    const csv = await this.status.csv(actor);
    const organizationId = scopeOf(actor);
    await this.commandBus.execute(new RecordExport({ what: 'users', sessionId: null, organizationId }, context));
    return csv;
  }

  /**
   * Starts the import of a plan, and returns it; null when there is nothing to import. A repeated request returns the import that it
   * started, whose users the plan contains as existing. The lookup follows the planning, which may have seen the users of a concurrent
   * request.
   */
  private async start(
    plan: ImportPlan,
    actor: Actor,
    { commandId, metadata }: RequestContext,
  ): Promise<UserImport | null> {
    const started = await this.status.find(actor, commandId);
    if (started || plan.newUsers.length === 0) return started;
    await this.imports.start({ importId: commandId, scope: scopeOf(actor), plan, metadata });
    this.sweep.prompt(commandId);
    return this.status.find(actor, commandId);
  }
}

/** Returns the organization that the actor imports into, null for all. */
const scopeOf = ({ role, organizationId }: Actor): string | null => (role === 'SystemAdmin' ? null : organizationId);
