import { Body, Controller, Delete, HttpCode, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefreshTokenRequest } from '../../../../contracts/sign-in.contract.js';
import { Public } from '../../../../platform/auth/access.decorator.js';
import { requestToken } from '../../../../platform/auth/request-token.js';
import { clearTokenCookies, readTokenCookies } from '../../../../platform/auth/token-cookies.js';
import { Context, type RequestContext } from '../../../../platform/http/request-context.js';
import { secretIn } from '../secret-in-body.js';
import { SessionDelivery } from '../../../../platform/auth/session-delivery.js';
import { EndSession, EndSessionHandler } from './end-session.handler.js';

const Request = RefreshTokenRequest.optional();

@Controller('auth/session')
export class EndSessionController {
  constructor(
    private readonly endSession: EndSessionHandler,
    private readonly delivery: SessionDelivery,
  ) {}

  /** Public and always answered with 204 (docs/rules.md#signing-out). */
  @Delete()
  @HttpCode(204)
  @Public()
  async signOut(
    @Body({ schema: Request }) body: RefreshTokenRequest | undefined,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const client = this.delivery.admit(request);
    const secret = client === 'browser' ? readTokenCookies(request).refresh : secretIn(body);
    await this.endSession.execute(new EndSession({ secret, accessToken: requestToken(request)?.token }, context));
    // Does not clear "storage", because that would delete results that the game has not sent yet.
    void reply.header('clear-site-data', '"cache"');
    if (client === 'browser') clearTokenCookies(reply);
  }
}
