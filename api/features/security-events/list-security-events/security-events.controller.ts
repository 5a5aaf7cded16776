import { Controller, Get, Query, Res, SerializeOptions } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  SecurityEventCsvQuery,
  SecurityEventPage,
  SecurityEventQuery,
} from '../../../contracts/security-event.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DOWNLOAD_LIMITS, Downloads } from '../../../platform/downloads/downloads.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { RecordExport } from '../../exports/record-export.command.js';
import { cursorOf, SecurityEventTable } from '../security-event-table.js';
import { ComposeSecurityEvents } from './compose-security-events.js';

/** Routes GET /api/audit/security and /api/audit/security.csv: refused requests with addresses, for system admins only. */
@Controller('audit')
@Roles('SystemAdmin')
export class SecurityEventsController {
  constructor(
    private readonly table: SecurityEventTable,
    private readonly events: ComposeSecurityEvents,
    private readonly downloads: Downloads,
    private readonly commandBus: CommandBus,
  ) {}

  @Get('security')
  @SerializeOptions({ schema: SecurityEventPage })
  async list(@Query({ schema: SecurityEventQuery }) query: SecurityEventQuery): Promise<SecurityEventPage> {
    const rows = await this.table.list(query, query.limit + 1);
    const page = rows.slice(0, query.limit);
    return {
      events: await this.events.compose(page),
      nextCursor: rows.length > page.length ? cursorOf(page.at(-1)!) : null,
    };
  }

  @Get('security.csv')
  @Limits(DOWNLOAD_LIMITS)
  async download(
    @Query({ schema: SecurityEventCsvQuery }) query: SecurityEventCsvQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.downloads.admit(actor.userId, reply);
    const exported = { what: 'security-events', sessionId: null, organizationId: null } as const;
    await this.commandBus.execute(new RecordExport(exported, context));
    const pieces = this.events.csvLines(query);
    this.downloads.send(reply, { name: 'security-events.csv', type: 'text/csv; charset=utf-8', pieces });
  }
}
