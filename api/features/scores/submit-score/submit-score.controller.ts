import { Body, Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PLAYER_HEADER, SubmitScoreRequest, type SubmitScoreResponse } from '../../../contracts/score.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { SubmitScore, SubmitScoreHandler } from './submit-score.handler.js';

@Controller('scores')
@Authenticated()
export class SubmitScoreController {
  constructor(private readonly submitScore: SubmitScoreHandler) {}

  @Post()
  @HttpCode(202)
  @Limits({ bodyLimit: 256 * 1024 })
  async submit(
    @Body({ schema: SubmitScoreRequest }) body: SubmitScoreRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Headers(PLAYER_HEADER) playerId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubmitScoreResponse> {
    if (playerId !== undefined && playerId !== actor.userId) throw otherPlayer();
    const { repeated, ...response } = await this.submitScore.execute(new SubmitScore(body, actor, context));
    if (repeated) void reply.status(200);
    return response;
  }
}

const otherPlayer = (): DomainError =>
  new DomainError('OTHER_PLAYER', 'This attempt belongs to another player. Sign in as that player to submit it.', 403);
