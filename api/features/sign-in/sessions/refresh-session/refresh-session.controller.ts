import { Body, Controller, HttpCode, Post, Req, Res, SerializeOptions } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../../contracts/problem.contract.js';
import { RefreshResponse, RefreshTokenRequest } from '../../../../contracts/sign-in.contract.js';
import { Public } from '../../../../platform/auth/access.decorator.js';
import { clearTokenCookies, readTokenCookies } from '../../../../platform/auth/token-cookies.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { Context, type RequestContext } from '../../../../platform/http/request-context.js';
import { secretIn } from '../secret-in-body.js';
import { originOf, SessionDelivery } from '../../../../platform/auth/session-delivery.js';
import { RefreshSession, RefreshSessionHandler, type SessionEnd } from './refresh-session.handler.js';

const Request = RefreshTokenRequest.optional();

const REFUSALS: Readonly<Record<SessionEnd, [ErrorCode, string]>> = {
  over: ['UNAUTHENTICATED', 'Your session has ended. Sign in again.'],
  disabled: ['ACCOUNT_DISABLED', 'Your account is disabled. Please contact your administrator.'],
  unpaid: [
    'ORGANIZATION_UNPAID',
    'The subscription of your organization is unpaid. Please contact your administrator.',
  ],
  'ended-by-owner': ['SESSION_ENDED', 'You ended this session on another device. Sign in again.'],
  'ended-by-admin': ['SESSION_ENDED', 'An administrator ended your session. Sign in again.'],
  'account-changed': ['SESSION_ENDED', 'An administrator changed your account. Sign in again.'],
};

@Controller('auth/session/token')
export class RefreshSessionController {
  constructor(
    private readonly refreshSession: RefreshSessionHandler,
    private readonly delivery: SessionDelivery,
  ) {}

  /** Public, because it is called when the access token has expired; the refresh secret is the proof. */
  @Post()
  @HttpCode(200)
  @Public()
  @SerializeOptions({ schema: RefreshResponse })
  async refresh(
    @Body({ schema: Request }) body: RefreshTokenRequest | undefined,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefreshResponse> {
    const client = this.delivery.admit(request);
    const secret = client === 'browser' ? readTokenCookies(request).refresh : secretIn(body);
    const session = secret
      ? await this.refreshSession.execute(new RefreshSession(secret, originOf(request), context))
      : 'over';
    if (typeof session !== 'string') return { refreshToken: this.delivery.deliver(client, session, reply) };
    if (client === 'browser') clearTokenCookies(reply);
    throw new DomainError(...REFUSALS[session], 401);
  }
}
