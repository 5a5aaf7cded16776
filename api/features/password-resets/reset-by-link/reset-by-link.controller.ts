import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LinkResetRequest } from '../../../contracts/password-reset.contract.js';
import { Public } from '../../../platform/auth/access.decorator.js';
import { SessionDelivery } from '../../../platform/auth/session-delivery.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import { ResetByLink, ResetByLinkHandler } from './reset-by-link.handler.js';

@Controller('users/resetPassword')
export class ResetByLinkController {
  constructor(
    private readonly resetByLink: ResetByLinkHandler,
    private readonly delivery: SessionDelivery,
  ) {}

  @Post()
  @HttpCode(204)
  @Public()
  async reset(
    @Body({ schema: LinkResetRequest }) body: LinkResetRequest,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    this.delivery.admit(request);
    const position = await this.resetByLink.execute(new ResetByLink(body, context));
    if (position) context.recordPosition({ position });
  }
}
