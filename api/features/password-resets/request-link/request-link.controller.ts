import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ResetLinkRequest } from '../../../contracts/password-reset.contract.js';
import { Public } from '../../../platform/auth/access.decorator.js';
import { SessionDelivery } from '../../../platform/auth/session-delivery.js';
import { ResetRequests } from './reset-requests.js';

@Controller('users/requestPasswordReset')
export class RequestLinkController {
  constructor(
    private readonly requests: ResetRequests,
    private readonly delivery: SessionDelivery,
  ) {}

  /** Answers every address the same way and in the same time (docs/rules.md#reset-by-link). */
  @Post()
  @HttpCode(204)
  @Public()
  async request(
    @Body({ schema: ResetLinkRequest }) body: ResetLinkRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    this.delivery.admit(request);
    await this.requests.note(typeof body === 'string' ? body : body.email, request.ip);
  }
}
