import { Body, Controller, HttpCode, Put } from '@nestjs/common';
import { ChangePasswordRequest } from '../../../contracts/own-account.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { ChangeOwnPassword, ChangeOwnPasswordHandler } from './change-own-password.handler.js';

@Controller('account/password')
export class ChangeOwnPasswordController {
  constructor(private readonly changeOwnPassword: ChangeOwnPasswordHandler) {}

  @Put()
  @HttpCode(204)
  @Authenticated()
  async change(
    @Body({ schema: ChangePasswordRequest }) body: ChangePasswordRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    const position = await this.changeOwnPassword.execute(new ChangeOwnPassword(actor, body, context));
    if (position) context.recordPosition({ position });
  }
}
