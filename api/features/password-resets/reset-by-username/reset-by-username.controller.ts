import { Body, Controller, Get, HttpCode, Param, Post, Put, Req, Res, SerializeOptions } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ResetPending, UsernameResetRequest } from '../../../contracts/password-reset.contract.js';
import { Public } from '../../../platform/auth/access.decorator.js';
import { RESET_PROOF_HEADER, SessionDelivery } from '../../../platform/auth/session-delivery.js';
import { clearResetProofCookie, readResetProofCookie } from '../../../platform/auth/token-cookies.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import { UsableReset } from '../usable-reset.js';
import { CheckThrottle } from './check-throttle.js';
import { ResetByUsername, ResetByUsernameHandler } from './reset-by-username.handler.js';

const Name = z.string().max(255);

@Controller('users/passwordResets/:username')
export class ResetByUsernameController {
  constructor(
    private readonly resetByUsername: ResetByUsernameHandler,
    private readonly delivery: SessionDelivery,
    private readonly usable: UsableReset,
    private readonly throttle: CheckThrottle,
  ) {}

  /** Returns true only for a caller with the proof for this name (docs/rules.md#proof-of-a-reset). */
  @Get()
  @Public()
  @SerializeOptions({ schema: ResetPending })
  async isPending(@Param('username', { schema: Name }) username: string, @Req() request: FastifyRequest) {
    await this.throttle.consume(request.ip);
    return (await this.usable.find(username, proofOf(request))) !== null;
  }

  @Put()
  @HttpCode(204)
  @Public()
  async reset(
    @Param('username', { schema: Name }) username: string,
    @Body({ schema: UsernameResetRequest }) body: UsernameResetRequest,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.delivery.admit(request);
    await this.throttle.consume(request.ip);
    const position = await this.resetByUsername.execute(new ResetByUsername(username, body, proofOf(request), context));
    if (readResetProofCookie(request)) clearResetProofCookie(reply);
    if (position) context.recordPosition({ position });
  }

  /** POST alternative of the same route. With an id instead of a name it is an administrator's reset (docs/rules.md#reset-by-user-name). */
  @Post()
  @HttpCode(204)
  @Public()
  resetByPost(
    @Param('username', { schema: Name }) username: string,
    @Body({ schema: UsernameResetRequest }) body: UsernameResetRequest,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.reset(username, body, context, request, reply);
  }
}

function proofOf(request: FastifyRequest): string | undefined {
  const header = request.headers[RESET_PROOF_HEADER];
  return readResetProofCookie(request) ?? (typeof header === 'string' ? header : undefined);
}
