import { Controller, Delete, HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import { ClearLeaderboards } from './clear-leaderboards.handler.js';

/** Route DELETE /api/scores (docs/rules.md#clearing-leaderboards). */
@Controller('scores')
@Roles('SystemAdmin')
export class ClearLeaderboardsController {
  constructor(private readonly commandBus: CommandBus) {}

  @Delete()
  @HttpCode(204)
  async clear(@Context() context: RequestContext): Promise<void> {
    context.reached(await this.commandBus.execute(new ClearLeaderboards(context)));
  }
}
