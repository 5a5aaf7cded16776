import { Body, Controller, Post, SerializeOptions } from '@nestjs/common';
import { BeginAttemptRequest, BeginAttemptResponse } from '../../../contracts/attempt.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { BeginAttemptHandler } from './begin-attempt.handler.js';

@Controller('attempts')
@Authenticated()
export class BeginAttemptController {
  constructor(private readonly beginAttempt: BeginAttemptHandler) {}

  @Post()
  @SerializeOptions({ schema: BeginAttemptResponse })
  begin(
    @Body({ schema: BeginAttemptRequest }) body: BeginAttemptRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<BeginAttemptResponse> {
    return this.beginAttempt.execute(body, actor, context);
  }
}
