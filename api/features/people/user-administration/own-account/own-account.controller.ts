import { Body, Controller, Delete, Get, HttpCode, Post, Req, SerializeOptions } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EmailLinkRequest, OwnAccount } from '../../../../contracts/own-account.contract.js';
import { Authenticated, Public } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { SessionDelivery } from '../../../../platform/auth/session-delivery.js';
import { notFound } from '../../../../platform/domain-error.js';
import { Context, CurrentActor, RequestContext } from '../../../../platform/http/request-context.js';
import {
  CancelEmailChange,
  CancelEmailChangeHandler,
  ConfirmEmail,
  ConfirmEmailHandler,
  ResendEmailChange,
  ResendEmailChangeHandler,
  RestoreEmail,
  RestoreEmailHandler,
} from '../email-change/email-change.handlers.js';
import { OwnAccountQuery } from './own-account.query.js';

/** Routes of the signed-in person's own account, and of mailed links about its e-mail address. */
@Controller('account')
export class OwnAccountController {
  constructor(
    private readonly accounts: OwnAccountQuery,
    private readonly resendEmailChange: ResendEmailChangeHandler,
    private readonly cancelEmailChange: CancelEmailChangeHandler,
    private readonly confirmEmail: ConfirmEmailHandler,
    private readonly restoreEmail: RestoreEmailHandler,
    private readonly delivery: SessionDelivery,
  ) {}

  @Get()
  @Authenticated()
  @SerializeOptions({ schema: OwnAccount })
  async get(@CurrentActor() { userId }: Actor): Promise<OwnAccount> {
    const account = await this.accounts.find(userId);
    if (!account) throw notFound('The user');
    return account;
  }

  @Post('pending-email')
  @HttpCode(204)
  @Authenticated()
  async resend(@CurrentActor() { userId }: Actor, @Context() context: RequestContext): Promise<void> {
    context.recordPosition(await this.resendEmailChange.execute(new ResendEmailChange(userId, context)));
  }

  @Delete('pending-email')
  @HttpCode(204)
  @Authenticated()
  async cancel(@CurrentActor() { userId }: Actor, @Context() context: RequestContext): Promise<void> {
    context.recordPosition(await this.cancelEmailChange.execute(new CancelEmailChange(userId, context)));
  }

  /** Public: the token is the proof, because the mail may be opened in a browser without a session. */
  @Post('email-confirmations')
  @HttpCode(204)
  @Public()
  async confirm(
    @Body({ schema: EmailLinkRequest }) { userId, token }: EmailLinkRequest,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    this.delivery.admit(request);
    context.recordPosition(await this.confirmEmail.execute(new ConfirmEmail(userId, token, context)));
  }

  @Post('email-restorations')
  @HttpCode(204)
  @Public()
  async restore(
    @Body({ schema: EmailLinkRequest }) { userId, token }: EmailLinkRequest,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    this.delivery.admit(request);
    context.recordPosition(await this.restoreEmail.execute(new RestoreEmail(userId, token, context)));
  }
}
