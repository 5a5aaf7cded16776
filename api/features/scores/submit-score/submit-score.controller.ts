import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SubmitScoreRequest, type SubmitScoreResponse } from '../../../contracts/score.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { SubmitScore } from './submit-score.handler.js';

@Controller('scores')
@Authenticated()
export class SubmitScoreController {
  constructor(private readonly commandBus: CommandBus) {}

  @Post()
  @HttpCode(202)
  @Limits({ bodyLimit: 256 * 1024 })
  submit(
    @Body({ schema: SubmitScoreRequest }) body: SubmitScoreRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<SubmitScoreResponse> {
    return this.commandBus.execute(new SubmitScore(body, actor, context));
  }
}
