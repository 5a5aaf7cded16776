import { Body, Controller, Get, HttpCode, Inject, Post, SerializeOptions } from '@nestjs/common';
import { DeadLetters, ReplayRequest } from '../../contracts/dead-letter.contract.js';
import { SystemStatus } from '../../contracts/system-status.contract.js';
import { Roles } from '../../platform/auth/access.decorator.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { PlatformStatus } from '../../platform/status/platform-status.js';
import { DEAD_LETTER_SOURCES } from './dead-letter-sources.js';
import { type DeadLetterSources, listDeadLetters } from './list-dead-letters.js';
import { ReplayDeadLetter, ReplayDeadLetterHandler } from './replay-dead-letter.handler.js';

/** Routes of the platform's state and its failed jobs and events, for system admins (docs/rules.md#status). */
@Controller('system')
@Roles('SystemAdmin')
export class SystemController {
  constructor(
    private readonly status: PlatformStatus,
    @Inject(DEAD_LETTER_SOURCES) private readonly sources: DeadLetterSources,
    private readonly replayDeadLetter: ReplayDeadLetterHandler,
  ) {}

  @Get('status')
  @SerializeOptions({ schema: SystemStatus })
  readStatus(): Promise<SystemStatus> {
    return this.status.read();
  }

  @Get('dead-letters')
  @SerializeOptions({ schema: DeadLetters })
  readDeadLetters(): Promise<DeadLetters> {
    return listDeadLetters(this.sources);
  }

  /** Responds with 202, because the leader or a worker runs the replay. */
  @Post('dead-letters/replay')
  @HttpCode(202)
  async replay(
    @Body({ schema: ReplayRequest }) body: ReplayRequest,
    @Context() context: RequestContext,
  ): Promise<Record<string, never>> {
    context.recordPosition(await this.replayDeadLetter.execute(new ReplayDeadLetter(body, context)));
    return {};
  }
}
