import { Body, Controller, HttpCode, Post, Req, Res, SerializeOptions } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInRequest, SignInResponse } from '../../../../contracts/sign-in.contract.js';
import { Public } from '../../../../platform/auth/access.decorator.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { Context, type RequestContext } from '../../../../platform/http/request-context.js';
import { originOf, SessionDelivery } from '../../../../platform/auth/session-delivery.js';
import { readTokenCookies } from '../../../../platform/auth/token-cookies.js';
import { CreateSession, CreateSessionHandler } from './create-session.handler.js';

@Controller('auth/session')
export class CreateSessionController {
  constructor(
    private readonly createSession: CreateSessionHandler,
    private readonly delivery: SessionDelivery,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @SerializeOptions({ schema: SignInResponse })
  async signIn(
    @Body({ schema: SignInRequest }) { username, password }: SignInRequest,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResponse> {
    const client = this.delivery.admit(request);
    const replaced = client === 'browser' ? readTokenCookies(request).refresh : undefined;
    const { userId, session, pendingReset } = await this.createSession.execute(
      new CreateSession(username, password, { origin: originOf(request), replaced }, context),
    );
    if (pendingReset) {
      if (pendingReset.proof) this.delivery.deliverResetProof(client, pendingReset.proof, reply);
      throw new DomainError('PASSWORD_RESET_PENDING', 'Password reset pending. Choose a new password.', 400);
    }
    if (!session) return { id: userId, refreshToken: '', canPlay: false };
    return { id: userId, refreshToken: this.delivery.deliver(client, session, reply), canPlay: true };
  }
}
