import { Controller, Delete, HttpCode } from '@nestjs/common';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import { ClearLeaderboards, ClearLeaderboardsHandler } from './clear-leaderboards.handler.js';

/** Route DELETE /api/scores (docs/rules.md#clearing-leaderboards). */
@Controller('scores')
@Roles('SystemAdmin')
export class ClearLeaderboardsController {
  constructor(private readonly clearLeaderboards: ClearLeaderboardsHandler) {}

  @Delete()
  @HttpCode(204)
  async clear(@Context() context: RequestContext): Promise<void> {
    context.recordPosition(await this.clearLeaderboards.execute(new ClearLeaderboards(context)));
  }
}
